package io.synod.benchmarks.micro;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;

/** What one role brings about while all goes well, counted and dropped; all else is an error. */
class CountedEffects implements Effects {
  private long sent;
  private long persisted;
  private long decided;

  long sent() {
    return sent;
  }

  long persisted() {
    return persisted;
  }

  /** Proposals that were. */
  long decided() {
    return decided;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    sent++;
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    sent++;
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    sent++;
  }

  @Override
  public void persist(JournalRecord record) {
    persisted++;
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    decided++;
  }

  @Override
  public void deliver(long slot, Batch batch) {
    throw unexpected("delivered");
  }

  @Override
  public void serveRead(Object ticket) {
    throw unexpected("read served");
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    throw unexpected("read refused");
  }

  @Override
  public void takeSnapshot() {
    throw unexpected("snapshot taken");
  }

  @Override
  public void restoreSnapshot(long end) {
    throw unexpected("snapshot restored");
  }

  @Override
  public void cutJournal(long slot) {
    throw unexpected("journal cut");
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    throw unexpected("journal read");
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    throw unexpected("snapshot sent");
  }

  @Override
  public boolean takesMore(Object ticket) {
    return true;
  }

  @Override
  public void sendToSubscriber(Object ticket, Message message) {
    throw unexpected("message to a subscriber");
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    throw unexpected("snapshot read");
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    throw unexpected("snapshot stored");
  }

  @Override
  public void dropSnapshotParts() {
    throw unexpected("snapshot dropped");
  }

  @Override
  public void enter(Membership membership) {}

  @Override
  public void leave(String reason) {}

  @Override
  public void operatorAnswered(Object ticket, String failure) {
    throw unexpected("transfer ended");
  }

  @Override
  public void stop(String reason) {
    throw unexpected(reason);
  }

  @Override
  public void observe(ProtocolEvent event) {
    throw unexpected(event.toString());
  }

  private static IllegalStateException unexpected(String what) {
    return new IllegalStateException("not what is measured: " + what);
  }
}

package io.synod.simulation.lease;

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
import io.synod.simulation.check.Violation;

/** Carries out what one life of a replica does. Its service only counts slots. */
final class LeasedEffects implements Effects {
  private final int self;
  private final Links links;
  private final SlowDisk disk;
  private final Answers answers;
  private long executedEnd;
  private int proposing;
  private boolean inRead;

  LeasedEffects(int self, Links links, SlowDisk disk, Answers answers) {
    this.self = self;
    this.links = links;
    this.disk = disk;
    this.answers = answers;
  }

  /** Every slot before this one is executed. */
  long executedEnd() {
    return executedEnd;
  }

  /** Batches that this leader proposes. */
  int proposing() {
    return proposing;
  }

  void proposes() {
    proposing++;
  }

  /** Whether the step that runs is that in which a read comes. */
  void inRead(boolean isRead) {
    inRead = isRead;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    links.send(self, to, message);
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    disk.afterwards(() -> links.send(self, to, message));
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    disk.afterPromises(() -> links.send(self, to, message));
  }

  @Override
  public void persist(JournalRecord record) {
    disk.persist(record);
  }

  @Override
  public void deliver(long slot, Batch batch) {
    executedEnd = slot + 1;
    answers.acknowledge(executedEnd);
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    proposing--;
  }

  @Override
  public void serveRead(Object ticket) {
    answers.served(self, (Answers.Read) ticket, executedEnd, inRead);
  }

  /** The client asks elsewhere. */
  @Override
  public void refuseRead(Object ticket, boolean busy) {}

  @Override
  public void operatorAnswered(Object ticket, String failure) {}

  @Override
  public void enter(Membership membership) {
    throw unexpected("a membership");
  }

  @Override
  public void leave(String reason) {
    throw unexpected("its removal");
  }

  @Override
  public void observe(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Leading || event instanceof ProtocolEvent.SteppedDown) {
      proposing = 0;
    }
    if (event instanceof ProtocolEvent.Preparing) {
      links.becomesCandidate(self);
    } else if (event instanceof ProtocolEvent.Leading) {
      links.becomesLeader(self);
    }
  }

  @Override
  public void stop(String reason) {
    throw new Violation("replica %d stops: %s", self, reason);
  }

  /**
   * There are no snapshots. A replica asks for one when an answer to its earlier life comes late.
   */
  @Override
  public void takeSnapshot() {}

  @Override
  public void restoreSnapshot(long end) {
    throw unexpected("a snapshot");
  }

  @Override
  public void cutJournal(long slot) {
    throw unexpected("a snapshot");
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    throw unexpected("decisions of the journal");
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    links.send(self, ReplicaSet.of(to), SnapshotPart.NONE);
  }

  @Override
  public void sendToSubscriber(Object ticket, Message message) {
    throw unexpected("a subscriber");
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    throw unexpected("a subscriber");
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    throw unexpected("a snapshot");
  }

  @Override
  public void dropSnapshotParts() {}

  private Violation unexpected(String what) {
    return new Violation("replica %d is concerned with %s, there is none", self, what);
  }
}

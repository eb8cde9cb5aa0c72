package io.synod.simulation.check;

import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;

/**
 * The effects of a replica in a cluster whose members do not change, without snapshots, reads of
 * the journal, subscribers and operators: each of them is a violation.
 */
public abstract class BareEffects implements Effects {
  protected final int self;

  protected BareEffects(int self) {
    this.self = self;
  }

  @Override
  public void enter(Membership membership) {
    throw unexpected("a membership");
  }

  @Override
  public void leave(String reason) {
    throw unexpected("its removal");
  }

  @Override
  public void operatorAnswered(Object ticket, String failure) {
    throw unexpected("an operator's request");
  }

  @Override
  public void takeSnapshot() {
    throw unexpected("a snapshot");
  }

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
    throw unexpected("a snapshot");
  }

  @Override
  public boolean takesMore(Object ticket) {
    return true;
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
  public void dropSnapshotParts() {
    throw unexpected("a snapshot");
  }

  protected final Violation unexpected(String what) {
    return new Violation("replica %d is concerned with %s, there is none", self, what);
  }
}

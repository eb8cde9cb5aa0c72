package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.simulation.check.BareEffects;
import io.synod.simulation.check.Violation;

/** Carries out what one life of a replica does. Its service only counts slots. */
final class CoreEffects extends BareEffects {
  private final Links links;
  private final SlowDisk disk;
  private final CoreWatch watch;
  private long executedEnd;
  private int proposing;
  private boolean inRead;
  private boolean leaves;
  private boolean replaced;
  private Membership current;

  CoreEffects(int self, Links links, SlowDisk disk, CoreWatch watch) {
    super(self);
    this.links = links;
    this.disk = disk;
    this.watch = watch;
  }

  /** Every slot before this one is executed. */
  long executedEnd() {
    return executedEnd;
  }

  /** Whether it ends because it was removed. */
  boolean leaves() {
    return leaves;
  }

  /** Whether it ends because others know a later incarnation of it. */
  boolean isReplaced() {
    return replaced;
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
    watch.memberships().delivers(self, slot, batch);
    watch.answers().acknowledge(executedEnd);
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    proposing--;
  }

  @Override
  public void serveRead(Object ticket) {
    watch.answers().served(self, (Answers.Read) ticket, executedEnd, inRead);
  }

  /** The client asks elsewhere. */
  @Override
  public void refuseRead(Object ticket, boolean busy) {}

  @Override
  public void enter(Membership membership) {
    current = membership;
    watch.memberships().enters(self, membership);
  }

  @Override
  public void leave(String reason) {
    watch.memberships().leaves(self, current);
    leaves = true;
  }

  @Override
  public void operatorAnswered(Object ticket, String failure) {}

  @Override
  public void observe(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Leading
        || event instanceof ProtocolEvent.SteppedDown
        || event instanceof ProtocolEvent.EnteredMembership) {
      proposing = 0;
    }
    if (event instanceof ProtocolEvent.ChangingMembership changing) {
      watch.proposesChange(self, changing);
    }
    replaced |= event instanceof ProtocolEvent.Replaced;
    if (event instanceof ProtocolEvent.Preparing) {
      links.becomesCandidate(self);
    } else if (event instanceof ProtocolEvent.Leading) {
      watch.leads(self);
      links.becomesLeader(self);
    }
  }

  /** An incarnation that was announced and never joined may be known to some replicas only. */
  @Override
  public void stop(String reason) {
    if (!replaced || disk.keepsVotes()) {
      throw new Violation("replica %d stops: %s", self, reason);
    }
  }

  /**
   * There are no snapshots. A replica asks for one when an answer to its earlier life comes late.
   */
  @Override
  public void takeSnapshot() {}

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    links.send(self, ReplicaSet.of(to), SnapshotPart.NONE);
  }

  @Override
  public void dropSnapshotParts() {}
}

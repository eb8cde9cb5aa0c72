package io.synod.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.JournalRecord;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;

/** Records what one replica wants done, and has its node and its cluster do it. */
final class TestWires extends RecordedEffects {
  private final TestNode node;
  private final TestCluster cluster;

  TestWires(TestNode node, TestCluster cluster) {
    this.node = node;
    this.cluster = cluster;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    super.send(to, message);
    if (message instanceof Accept accept) {
      cluster.chosen().proposed(accept);
    }
    fly(to, message);
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    super.sendWhenDurable(to, message);
    node.disk().whenDurable(() -> fly(to, message));
  }

  @Override
  public void persist(JournalRecord record) {
    super.persist(record);
    assertThat(node.isFull() && !(record instanceof JournalRecord.Joined))
        .as("replica %d writes %s to a full disk", node.self(), record)
        .isFalse();
    node.disk()
        .write(
            record,
            () -> {
              if (record instanceof JournalRecord.Voted vote) {
                cluster.chosen().voted(node.self(), vote);
              }
            });
  }

  @Override
  public void deliver(long slot, Batch batch) {
    super.deliver(slot, batch);
    cluster.chosen().delivered(node.self(), slot, batch);
    node.execute(slot, batch);
  }

  @Override
  public void serveRead(Object ticket) {
    super.serveRead(ticket);
    if (ticket instanceof Fresh fresh) {
      assertThat(node.delivered().size())
          .as("what replica %d serves %s with", node.self(), fresh)
          .isGreaterThanOrEqualTo(fresh.least());
    }
  }

  @Override
  public void takeSnapshot() {
    super.takeSnapshot();
    node.takeSnapshot();
  }

  @Override
  public void restoreSnapshot(long end) {
    super.restoreSnapshot(end);
    node.restoreSnapshot(end);
  }

  @Override
  public void cutJournal(long slot) {
    super.cutJournal(slot);
    node.disk().whenDurable(() -> node.disk().cut(slot));
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    super.readDecisions(wanted);
    node.readDecisions(wanted);
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    super.sendSnapshotPart(to, request);
    fly(ReplicaSet.of(to), node.part(request));
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    super.storeSnapshotPart(part);
    node.storePart(part);
  }

  @Override
  public void dropSnapshotParts() {
    super.dropSnapshotParts();
    node.dropParts();
  }

  @Override
  public void enter(Membership membership) {
    super.enter(membership);
    cluster.chosen().entered(membership);
  }

  @Override
  public void leave(String reason) {
    super.leave(reason);
    node.stop(reason);
  }

  @Override
  public void stop(String reason) {
    super.stop(reason);
    node.stop(reason);
  }

  private void fly(ReplicaSet to, Message message) {
    for (int peer = 0; peer < 32; peer++) {
      if (to.contains(peer)) {
        cluster.fly(new Envelope(node.self(), peer, message));
      }
    }
  }
}

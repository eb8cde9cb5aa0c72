package io.synod.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;

/** Records what one replica wants done, and has its node and its cluster do it. */
final class TestWires implements Effects {
  private final TestNode node;
  private final TestCluster cluster;
  private final RecordedEffects recorded;

  TestWires(TestNode node, TestCluster cluster) {
    this.node = node;
    this.cluster = cluster;
    recorded = node.effects();
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    recorded.send(to, message);
    if (message instanceof Accept accept) {
      cluster.chosen().proposed(accept);
    }
    fly(to, message);
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    recorded.sendWhenDurable(to, message);
    node.disk().whenDurable(() -> fly(to, message));
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    sendWhenDurable(to, message);
  }

  @Override
  public void persist(JournalRecord record) {
    recorded.persist(record);
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
    recorded.deliver(slot, batch);
    cluster.chosen().delivered(node.self(), slot, batch);
    node.execute(slot, batch);
  }

  @Override
  public void serveRead(Object ticket) {
    recorded.serveRead(ticket);
    if (ticket instanceof Fresh fresh) {
      assertThat(node.delivered().size())
          .as("what replica %d serves %s with", node.self(), fresh)
          .isGreaterThanOrEqualTo(fresh.least());
    }
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    recorded.refuseRead(ticket, busy);
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    recorded.proposalDecided(view, latencyNanos);
  }

  @Override
  public void takeSnapshot() {
    recorded.takeSnapshot();
    node.takeSnapshot();
  }

  @Override
  public void restoreSnapshot(long end) {
    recorded.restoreSnapshot(end);
    node.restoreSnapshot(end);
  }

  @Override
  public void cutJournal(long slot) {
    recorded.cutJournal(slot);
    node.disk().whenDurable(() -> node.disk().cut(slot));
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    recorded.readDecisions(wanted);
    node.readDecisions(wanted);
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    recorded.sendSnapshotPart(to, request);
    fly(ReplicaSet.of(to), node.part(request));
  }

  @Override
  public boolean takesMore(Object ticket) {
    return recorded.takesMore(ticket);
  }

  @Override
  public void sendToSubscriber(Object ticket, Message message) {
    recorded.sendToSubscriber(ticket, message);
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    recorded.readSnapshotPart(ticket, request);
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    recorded.storeSnapshotPart(part);
    node.storePart(part);
  }

  @Override
  public void dropSnapshotParts() {
    recorded.dropSnapshotParts();
    node.dropParts();
  }

  @Override
  public void operatorAnswered(Object ticket, String failure) {
    recorded.operatorAnswered(ticket, failure);
  }

  @Override
  public void enter(Membership membership) {
    recorded.enter(membership);
    cluster.chosen().entered(membership);
  }

  @Override
  public void leave(String reason) {
    recorded.leave(reason);
    node.stop(reason);
  }

  @Override
  public void stop(String reason) {
    recorded.stop(reason);
    node.stop(reason);
  }

  @Override
  public void observe(ProtocolEvent event) {
    recorded.observe(event);
  }

  private void fly(ReplicaSet to, Message message) {
    for (int peer = 0; peer < 32; peer++) {
      if (to.contains(peer)) {
        cluster.fly(new Envelope(node.self(), peer, message));
      }
    }
  }
}

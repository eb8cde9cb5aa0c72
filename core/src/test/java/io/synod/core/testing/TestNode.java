package io.synod.core.testing;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.Fact;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.core.replica.Replica;
import java.util.ArrayList;
import java.util.List;

/** One replica of a {@link TestCluster} with its disk and its service. */
public final class TestNode {
  private final int self;
  private final Replica replica;
  private final TestCluster cluster;
  private final Wires wires = new Wires();
  private final RecordedEffects effects = new RecordedEffects();
  private final List<Envelope> waitingForDisk = new ArrayList<>();
  private final List<String> delivered = new ArrayList<>();
  private boolean diskStalls;
  private boolean serviceStalls;
  private boolean down;
  private long executed;

  TestNode(int self, Replica replica, TestCluster cluster) {
    this.self = self;
    this.replica = replica;
    this.cluster = cluster;
  }

  public int self() {
    return self;
  }

  public Replica replica() {
    return replica;
  }

  /** Everything the replica did since the last clear. */
  public RecordedEffects effects() {
    return effects;
  }

  /** The texts of the batches that were delivered, in slot order. */
  public List<String> delivered() {
    return delivered;
  }

  /** Nothing reaches this replica any more, and it does nothing. */
  public void crash() {
    down = true;
  }

  /** Nothing becomes durable until {@link #resumeDisk}. */
  public void stallDisk() {
    diskStalls = true;
  }

  public void resumeDisk() {
    diskStalls = false;
    waitingForDisk.forEach(cluster::fly);
    waitingForDisk.clear();
  }

  /** Nothing is executed until {@link #resumeService}. */
  public void stallService() {
    serviceStalls = true;
  }

  public void resumeService() {
    serviceStalls = false;
    execute();
  }

  /** Steps with {@code event} at the cluster's time, and executes what is delivered. */
  public void step(Event event) {
    if (!down) {
      replica.step(event, cluster.nowNanos(), wires);
      execute();
    }
  }

  boolean isDown() {
    return down;
  }

  void start(long nowNanos) {
    replica.start(nowNanos, wires);
  }

  private void execute() {
    while (!serviceStalls && executed < delivered.size()) {
      executed = delivered.size();
      replica.step(new Event.Executed(executed), cluster.nowNanos(), wires);
    }
  }

  private final class Wires implements Effects {
    @Override
    public void send(ReplicaSet to, Message message) {
      effects.send(to, message);
      if (message instanceof Accept accept) {
        cluster.chosen().proposed(accept);
      }
      for (int peer = 0; peer < 32; peer++) {
        if (to.contains(peer)) {
          cluster.fly(new Envelope(self, peer, message));
        }
      }
    }

    @Override
    public void sendWhenDurable(ReplicaSet to, Message message) {
      effects.sendWhenDurable(to, message);
      for (int peer = 0; peer < 32; peer++) {
        if (to.contains(peer)) {
          whenDurable(new Envelope(self, peer, message));
        }
      }
    }

    private void whenDurable(Envelope envelope) {
      if (diskStalls) {
        waitingForDisk.add(envelope);
      } else {
        cluster.fly(envelope);
      }
    }

    @Override
    public void persist(Persisted fact) {
      effects.persist(fact);
      if (fact instanceof Persisted.Voted vote) {
        cluster.chosen().voted(self, vote);
      }
    }

    @Override
    public void deliver(long slot, Batch batch) {
      effects.deliver(slot, batch);
      cluster.chosen().delivered(self, slot, batch);
      delivered.add(Batches.text(batch));
    }

    @Override
    public void serveRead(Object ticket) {
      effects.serveRead(ticket);
    }

    @Override
    public void refuseRead(Object ticket, boolean busy) {
      effects.refuseRead(ticket, busy);
    }

    @Override
    public void proposalDecided(View view, long latencyNanos) {
      effects.proposalDecided(view, latencyNanos);
    }

    @Override
    public void takeSnapshot() {
      effects.takeSnapshot();
    }

    @Override
    public void restoreSnapshot(long end) {
      effects.restoreSnapshot(end);
    }

    @Override
    public void cutJournal(long slot) {
      effects.cutJournal(slot);
    }

    @Override
    public void sendSnapshotPart(int to, FetchSnapshot request) {
      effects.sendSnapshotPart(to, request);
    }

    @Override
    public void storeSnapshotPart(SnapshotPart part) {
      effects.storeSnapshotPart(part);
    }

    @Override
    public void dropSnapshotParts() {
      effects.dropSnapshotParts();
    }

    @Override
    public void stop(String reason) {
      effects.stop(reason);
    }

    @Override
    public void observe(Fact fact) {
      effects.observe(fact);
    }
  }
}

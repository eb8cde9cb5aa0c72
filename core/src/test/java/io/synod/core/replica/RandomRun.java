package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.testing.TestNode;
import java.util.List;
import java.util.SplittableRandom;

/** A cluster to which anything happens, in an order that a seed draws. */
abstract class RandomRun {
  final SplittableRandom random;
  final Settings settings;
  final TestCluster cluster;
  private final long seed;
  private final int[] inFlight;
  private final Object[] proposing;
  private int proposals;

  RandomRun(Settings settings, long seed) {
    this.seed = seed;
    this.settings = settings;
    random = new SplittableRandom(seed);
    cluster = new TestCluster(settings, 1000 * seed);
    inFlight = new int[settings.replicas()];
    proposing = new Object[settings.replicas()];
  }

  /** A short log in every other seed, which snapshots must make up for. */
  static Settings settings(int replicas, Durability level, long seed) {
    return Settings.of(replicas)
        .durability(level)
        .window(1 + (int) (seed % 4))
        .logBytes(seed % 2 == 0 ? 300 : 1 << 20)
        .snapshotSlots(seed % 2 == 0 ? 3 + seed % 7 : 40)
        .parts(20, 1 << 20)
        .backlogSlots(16);
  }

  final void checked() {
    try {
      run();
    } catch (Throwable failure) {
      throw new AssertionError("seed " + seed + ", " + state(), failure);
    }
  }

  abstract void run();

  /** How the replicas were when the run failed. */
  abstract String state();

  final void deliverOne(boolean twice) {
    List<Envelope> flying = cluster.flying();
    if (!flying.isEmpty()) {
      Envelope envelope = flying.get(random.nextInt(flying.size()));
      if (twice && mayComeTwice(envelope)) {
        cluster.repeat(envelope);
      }
      cluster.deliver(envelope);
    }
  }

  boolean mayComeTwice(Envelope envelope) {
    return true;
  }

  /** As the batcher does: at most WND batches of a view are undecided. */
  final void propose(int replica) {
    TestNode node = cluster.node(replica);
    if (node.isDown() || !node.replica().leads()) {
      return;
    }
    Object view = node.replica().promised();
    if (!view.equals(proposing[replica])) {
      proposing[replica] = view;
      inFlight[replica] = 0;
    }
    List<Effect.ProposalDecided> decided = node.effects().of(Effect.ProposalDecided.class);
    inFlight[replica] -= (int) decided.stream().filter(d -> d.view().equals(view)).count();
    node.effects().clear();
    if (inFlight[replica] < settings.replica(replica).pipeline().window()) {
      inFlight[replica]++;
      cluster.propose(replica, Batches.batch("p" + proposals++));
    }
  }

  /** The batches that were proposed are p0 to one less than this. */
  final int proposals() {
    return proposals;
  }

  /** A process that begins again may lead the same view and has none of its batches. */
  final void forgetProposals(int replica) {
    proposing[replica] = null;
  }

  /** All have executed the same, up to a last request. */
  final void assertConverged(long nanos) {
    cluster.propose(cluster.leader(), "last");
    cluster.elapse(nanos);
    List<String> all = cluster.node(cluster.leader()).delivered();
    assertThat(all).last().isEqualTo("last");
    cluster
        .nodes()
        .forEach(node -> assertThat(node.delivered()).as("replica %d", node.self()).isEqualTo(all));
    assertThat(all.stream().filter(text -> !text.equals("no-op"))).doesNotHaveDuplicates();
  }
}

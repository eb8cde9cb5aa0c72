package io.synod.core.replica;

import io.synod.core.event.Event;
import io.synod.core.settings.Consistency;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Fresh;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages are lost, repeated, delayed and reordered at random, partitions come and go, disks and
 * services stall. What is delivered is compared by the cluster itself; a replica's own checks run
 * after each step. When the faults end, everybody converges.
 */
class RandomScheduleTest {
  private static final int SEEDS = Integer.getInteger("synod.core.seeds", 60);
  private static final int STEPS = 3_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7})
  void replicas_agree_and_converge_whatever_happens_to_their_messages(int replicas) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Run run = new Run(Settings.of(replicas).window(1 + (int) (seed % 5)), seed);
      run.checked();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5})
  void replicas_agree_with_flexible_quorums(int phase1) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      new Run(Settings.of(5).quorums(phase1, 6 - phase1), seed).checked();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 7, 9})
  void replicas_agree_with_relays(int replicas) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      int groups = 1 + (int) (seed % 3);
      int answers = seed % 4 == 0 ? 3 : 0;
      Settings settings = Settings.of(replicas).window(1 + (int) (seed % 5));
      new Run(settings.relayGroups(groups, groups * answers > replicas / 2 ? answers : 0), seed)
          .checked();
    }
  }

  private static final class Run extends RandomRun {
    private int reads;

    Run(Settings settings, long seed) {
      super(settings.messageBytes(seed % 3 == 0 ? 100 : 1 << 20).backlogSlots(16), seed);
    }

    @Override
    String state() {
      return settings.replicas() + " replicas";
    }

    @Override
    boolean mayComeTwice(Envelope envelope) {
      return envelope.from() != envelope.to();
    }

    @Override
    void run() {
      for (int step = 0; step < STEPS; step++) {
        act(random.nextInt(100));
      }
      cluster.heal();
      for (int replica = 0; replica < settings.replicas(); replica++) {
        cluster.node(replica).resumeDisk();
        cluster.node(replica).resumeService();
      }
      cluster.elapse(40 * Settings.ELECTION_NANOS);
      assertConverged(3 * Settings.ELECTION_NANOS);
    }

    private void act(int dice) {
      if (dice < 60) {
        deliverOne(dice == 0);
      } else if (dice < 72) {
        cluster.elapseAsleep(random.nextLong(8 * Settings.MILLI));
      } else if (dice < 84) {
        propose(random.nextInt(settings.replicas()));
      } else if (dice < 86) {
        cluster.heal();
      } else if (dice < 90) {
        cluster.heal();
        split(random.nextInt(1 << settings.replicas()), random.nextInt(4));
      } else if (dice < 92) {
        cluster.deliverSome(random.nextInt(40));
      } else {
        disturb(cluster.node(random.nextInt(settings.replicas())), dice);
      }
    }

    /** Most of what goes from one side to the other is lost, and mostly the way back too. */
    private void split(int side, int mode) {
      cluster.lose(
          envelope -> {
            boolean from = (side >> envelope.from() & 1) == 1;
            boolean to = (side >> envelope.to() & 1) == 1;
            boolean crosses = mode == 0 ? from && !to : from != to;
            return crosses && (mode < 3 || random.nextInt(4) > 0);
          });
      for (int replica = 0; replica < settings.replicas(); replica++) {
        int peer = random.nextInt(settings.replicas());
        if ((side >> replica & 1) != (side >> peer & 1)) {
          cluster.node(replica).step(new Event.PeerDisconnected(peer));
        }
      }
    }

    private void disturb(TestNode node, int dice) {
      switch (dice) {
        case 92 -> node.stallDisk();
        case 93, 94 -> node.resumeDisk();
        case 95 -> node.stallService();
        case 96 -> node.resumeService();
        case 97 -> node.step(new Event.PeerDisconnected(random.nextInt(settings.replicas())));
        default -> read(node);
      }
    }

    /** A replica that has executed a slot may have answered a client. */
    private void read(TestNode node) {
      int answered = 0;
      for (int replica = 0; replica < settings.replicas(); replica++) {
        answered = Math.max(answered, cluster.node(replica).delivered().size());
      }
      Consistency consistency = random.nextBoolean() ? Consistency.LEADER : Consistency.QUORUM;
      node.step(new Event.ReadRequested(new Fresh(reads++, answered), consistency));
    }
  }
}

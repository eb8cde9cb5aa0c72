package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Replicas crash and come back at random, without what their level does not keep, with damaged
 * slots or without their directory, never more of them at a time than the quorums allow; messages,
 * disks and services are disturbed meanwhile, snapshots are taken and fetched in small parts. What
 * is chosen stays chosen (the cluster itself checks), and when the faults end everybody is a member
 * again and has executed the same.
 */
class RandomRestartTest {
  private static final int SEEDS = Integer.getInteger("synod.core.seeds", 25);
  private static final int STEPS = 2_500;
  private static final int ROUNDS_MAX = 1_000;

  @ParameterizedTest
  @CsvSource({
    "SYNC, 1, 1, 1", "SYNC, 2, 2, 2", "SYNC, 3, 2, 2", "SYNC, 4, 3, 3", "SYNC, 5, 3, 3",
    "SYNC, 5, 4, 2", "SYNC, 5, 2, 4", "VIEW, 3, 2, 2", "VIEW, 4, 3, 3", "VIEW, 5, 3, 3",
    "VIEW, 5, 2, 4", "VIEW, 5, 4, 2", "EPOCH, 3, 2, 2", "EPOCH, 4, 3, 3", "EPOCH, 5, 3, 3",
    "EPOCH, 5, 2, 4", "EPOCH, 5, 4, 2", "MEMORY, 3, 2, 2", "MEMORY, 4, 3, 3", "MEMORY, 5, 3, 3",
    "MEMORY, 5, 2, 4", "MEMORY, 5, 4, 2", "MEMORY, 4, 3, 2"
  })
  void chosen_values_stay_chosen_when_replicas_lose_state(
      Durability level, int replicas, int phase1, int phase2) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Settings settings =
          RandomRun.settings(replicas, level, seed)
              .quorums(phase1, phase2)
              .messageBytes(seed % 3 == 0 ? 100 : 1 << 20);
      new Run(settings, seed).checked();
    }
  }

  private static final class Run extends RandomRun {
    Run(Settings settings, long seed) {
      super(settings, seed);
    }

    @Override
    void run() {
      for (int step = 0; step < STEPS; step++) {
        act(random.nextInt(100));
      }
      cluster.heal();
      for (TestNode node : cluster.nodes()) {
        if (node.isDown()) {
          node.start();
        }
        node.fillDisk(false);
        node.failSnapshots(false);
        node.resumeDisk();
        node.resumeService();
        node.resumeSnapshots();
      }
      converge();
    }

    private void converge() {
      for (int round = 0;
          round < ROUNDS_MAX && !cluster.nodes().stream().allMatch(this::isWhole);
          round++) {
        cluster.nodes().stream().filter(TestNode::isDown).forEach(this::comeBack);
        cluster.nodes().forEach(node -> propose(node.self()));
        cluster.elapse(Settings.ELECTION_NANOS / 2);
      }
      assertThat(cluster.nodes()).as("all are members").allMatch(this::isWhole);
      cluster.elapse(20 * Settings.ELECTION_NANOS);
      assertConverged(5 * Settings.ELECTION_NANOS);
    }

    private void act(int dice) {
      if (dice < 58) {
        deliverOne(dice == 0);
      } else if (dice < 68) {
        cluster.elapseAsleep(random.nextLong(8 * Settings.MILLI));
      } else if (dice < 70) {
        cluster.elapse(random.nextLong(60 * Settings.MILLI));
      } else if (dice < 82) {
        propose(random.nextInt(settings.replicas()));
      } else if (dice < 85) {
        cluster.heal();
      } else if (dice < 87) {
        cluster.heal();
        int side = random.nextInt(1 << settings.replicas());
        cluster.lose(envelope -> (side >> envelope.from() & 1) != (side >> envelope.to() & 1));
      } else {
        disturb(cluster.node(random.nextInt(settings.replicas())), dice);
      }
    }

    private void disturb(TestNode node, int dice) {
      switch (dice) {
        case 87 -> node.stallDisk();
        case 88, 89 -> node.resumeDisk();
        case 90 -> node.stallService();
        case 91 -> node.resumeService();
        case 92 -> node.stallSnapshots();
        case 93 -> node.resumeSnapshots();
        case 94 -> node.fillDisk(random.nextInt(3) == 0);
        case 95 -> node.failSnapshots(random.nextInt(3) == 0);
        case 96 -> crash(node);
        default -> comeBack(node);
      }
    }

    private void crash(TestNode node) {
      if (node.isDown()) {
        return;
      }
      long others =
          cluster.nodes().stream().filter(other -> other != node && !isWhole(other)).count();
      boolean mayForget = others < settings.quorums().losable();
      int way = random.nextInt(4);
      if (way == 0 && mayForget) {
        node.loseDirectory();
      } else if (settings.durability().keepsVotes()) {
        node.crash();
        if (way == 1 && mayForget && node.disk().lastSlot() >= 0) {
          node.disk().damage(node.disk().lastSlot() - random.nextInt(2));
        } else if (way == 2 && mayForget) {
          node.disk().rot("a header");
        }
      } else if (mayForget) {
        node.crash();
      }
      if (node.isDown()) {
        forgetProposals(node.self());
      }
    }

    /** One that has stopped because nobody could help has not forgotten anything more by that. */
    private void comeBack(TestNode node) {
      if (node.isDown()) {
        node.crash();
        node.start();
      }
    }

    /** Whether {@code node} knows everything that it must not forget. */
    private boolean isWhole(TestNode node) {
      boolean kept = !settings.durability().keepsVotes() || node.disk().isWhole();
      return kept
          && (node.isDown()
              ? settings.durability().keepsVotes()
              : node.replica().currentRole() != Role.RECOVERING
                  && node.replica().firstDamaged() < 0);
    }

    @Override
    String state() {
      StringBuilder state = new StringBuilder();
      for (TestNode node : cluster.nodes()) {
        state.append(
            "\n%d: %s%s promised %s, decided %d, delivered %d, first kept %d, damaged %d, stopped: %s"
                .formatted(
                    node.self(),
                    node.isDown() ? "down, was " : "",
                    node.replica().currentRole(),
                    node.replica().promised(),
                    node.replica().decided(),
                    node.replica().delivered(),
                    node.replica().firstKept(),
                    node.replica().firstDamaged(),
                    node.stopped()));
      }
      return state.toString();
    }
  }
}

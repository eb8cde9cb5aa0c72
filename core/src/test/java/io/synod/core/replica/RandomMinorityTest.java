package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages arrive at random or are lost, and replicas start again without what their level does not
 * keep. Then a minority is broken for ever, and the majority must go on.
 */
class RandomMinorityTest {
  private static final int SEEDS = Integer.getInteger("synod.core.seeds", 30);
  private static final int STEPS = 400;
  // More than a backlog, which a leader whose service hangs may still fill.
  private static final int NEW_SLOTS = 20;

  // Of half an election timeout each. A service that hangs is given up after ten timeouts, and
  // where six of ten messages are lost elections take long.
  private static final int ROUNDS_MAX = 400;

  @ParameterizedTest
  @CsvSource({"SYNC, 3", "SYNC, 5", "VIEW, 3", "VIEW, 5", "EPOCH, 5", "MEMORY, 3", "MEMORY, 5"})
  void a_majority_that_is_well_goes_on(Durability level, int replicas) {
    int restarts = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Settings settings = RandomRun.settings(replicas, level, seed);
      Run run = new Run(settings, seed);
      run.checked();
      restarts += run.restarts;
    }
    assertThat(restarts).isGreaterThanOrEqualTo(SEEDS);
  }

  private static final class Run extends RandomRun {
    private final List<TestNode> nodes = cluster.nodes();
    private final List<TestNode> well = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private int restarts;

    Run(Settings settings, long seed) {
      super(settings, seed);
    }

    @Override
    void run() {
      for (int step = 0; step < STEPS; step++) {
        act(random.nextInt(100));
      }
      mend();
      spoilMinority();
      goesOn();
    }

    @Override
    String state() {
      return "faults " + faults;
    }

    private void act(int dice) {
      TestNode node = nodes.get(random.nextInt(nodes.size()));
      if (dice < 60) {
        deliverOne(false);
      } else if (dice < 72) {
        cluster.elapseAsleep(random.nextLong(8 * Settings.MILLI));
      } else if (dice < 75) {
        cluster.elapse(random.nextLong(60 * Settings.MILLI));
      } else if (dice < 88) {
        propose(node.self());
      } else if (dice < 91) {
        cluster.partition(node.self());
      } else if (dice < 94) {
        cluster.heal();
      } else if (dice == 94) {
        node.stallDisk();
      } else if (dice == 95) {
        node.resumeDisk();
      } else if (dice == 96) {
        restart(node);
      } else if (dice == 97) {
        cluster.lose(envelope -> random.nextInt(4) == 0);
      }
    }

    private void restart(TestNode node) {
      long recovering = nodes.stream().filter(other -> other != node && !isMember(other)).count();
      if (settings.durability().keepsVotes() || recovering < settings.quorums().losable()) {
        node.restart();
        forgetProposals(node.self());
        restarts++;
      }
    }

    private static boolean isMember(TestNode node) {
      return node.replica().currentRole() != Role.RECOVERING;
    }

    /** All are well, and know what they must not forget. */
    private void mend() {
      cluster.heal();
      nodes.forEach(TestNode::resumeDisk);
      int rounds = 0;
      do {
        assertThat(rounds++).as("half election timeouts").isLessThan(ROUNDS_MAX);
        nodes.forEach(node -> propose(node.self()));
        cluster.elapse(Settings.ELECTION_NANOS / 2);
      } while (rounds < 20 || !nodes.stream().allMatch(Run::isMember));
    }

    private void spoilMinority() {
      well.addAll(nodes);
      List<TestNode> broken = new ArrayList<>();
      for (int lost = 0; lost < (nodes.size() - 1) / 2; lost++) {
        broken.add(well.remove(random.nextInt(well.size())));
      }
      leaveBehind(well.get(random.nextInt(well.size())));
      broken.forEach(this::spoil);
    }

    /**
     * One of the majority has to catch up, perhaps with a snapshot of whichever other gives one.
     */
    private void leaveBehind(TestNode node) {
      cluster.partition(node.self());
      for (int round = 0; round < 8; round++) {
        nodes.forEach(one -> propose(one.self()));
        cluster.elapse(Settings.ELECTION_NANOS / 2);
      }
      cluster.heal();
    }

    private void spoil(TestNode node) {
      int self = node.self();
      int fault = random.nextInt(9);
      faults.add(self + ":" + fault);
      switch (fault) {
        case 0 -> node.stallService();
        case 1 -> node.stallDisk();
        case 2 -> node.fillDisk(true);
        case 3 -> node.failSnapshots(true);
        case 4 -> node.occupyCollector(true);
        case 5 -> cluster.lose(e -> e.from() == self && e.to() != self);
        case 6 -> cluster.lose(e -> e.to() == self && e.from() != self);
        case 7 -> cluster.lose(e -> e.from() != e.to() && isOf(e, self) && random.nextInt(10) < 6);
        default -> node.crash();
      }
    }

    private static boolean isOf(Envelope envelope, int replica) {
      return envelope.from() == replica || envelope.to() == replica;
    }

    private void goesOn() {
      int first = proposals();
      int rounds = 0;
      while (!well.stream().allMatch(node -> executedSince(node, first) >= NEW_SLOTS)) {
        assertThat(rounds++).as("half election timeouts").isLessThan(ROUNDS_MAX);
        nodes.forEach(node -> propose(node.self()));
        cluster.elapse(Settings.ELECTION_NANOS / 2);
      }
    }

    private static long executedSince(TestNode node, int first) {
      return node.delivered().stream()
          .filter(text -> text.startsWith("p") && Integer.parseInt(text.substring(1)) >= first)
          .count();
    }
  }
}

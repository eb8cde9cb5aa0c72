package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Links are cut at random, each direction by itself. In the end a majority can talk, whatever the
 * other links do: it must decide, and each of its members learn that.
 */
class PartialPartitionTest {
  private static final int SEEDS = Integer.getInteger("synod.core.seeds", 30);
  private static final int PHASES = 5;
  private static final int NEW_SLOTS = 10;

  // Of half an election timeout each.
  private static final int ROUNDS_MAX = 200;

  @ParameterizedTest
  @CsvSource({
    "SYNC, 3, 0",
    "VIEW, 3, 0",
    "SYNC, 4, 0",
    "SYNC, 5, 0",
    "EPOCH, 5, 0",
    "SYNC, 5, 2",
    "VIEW, 7, 2"
  })
  void a_majority_that_can_talk_decides_and_learns(
      Durability level, int replicas, int relayGroups) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Settings settings = RandomRun.settings(replicas, level, seed);
      if (relayGroups > 0) {
        settings.relayGroups(relayGroups, 0);
      }
      if (seed % 3 == 0) {
        settings.leases(10_000);
      }
      new Run(settings, seed).checked();
    }
  }

  private static final class Run extends RandomRun {
    private final int replicas;
    private final boolean[][] cut;
    private final StringBuilder links = new StringBuilder();

    Run(Settings settings, long seed) {
      super(settings, seed);
      replicas = settings.replicas();
      cut = new boolean[replicas][replicas];
      cluster.lose(envelope -> cut[envelope.from()][envelope.to()]);
    }

    @Override
    void run() {
      cluster.elapse(5 * Settings.ELECTION_NANOS);
      for (int phase = 0; phase < PHASES; phase++) {
        cutLinks(0);
        for (int round = random.nextInt(20); round > 0; round--) {
          round();
        }
      }
      int majority = replicas / 2 + 1;
      cutLinks(majority);
      goesOn(majority);
    }

    @Override
    String state() {
      StringBuilder text = new StringBuilder("links").append(links);
      for (int replica = 0; replica < replicas; replica++) {
        Replica one = cluster.replica(replica);
        text.append(
            " %d:%s %s %d".formatted(replica, one.currentRole(), one.promised(), one.decided()));
      }
      return text.toString();
    }

    /** Among the first {@code well} replicas nothing is cut. */
    private void cutLinks(int well) {
      int share = random.nextInt(100);
      links.setLength(0);
      for (int from = 0; from < replicas; from++) {
        for (int to = 0; to < replicas; to++) {
          boolean before = cut[from][to];
          boolean isWell = from == to || from < well && to < well;
          cut[from][to] = !isWell && random.nextInt(100) < share;
          links.append(cut[from][to] ? " " + from + "/" + to : "");
          if (cut[from][to] && !before && random.nextInt(2) == 0) {
            cluster.node(to).step(new Event.PeerDisconnected(from));
          }
        }
      }
    }

    private void round() {
      for (int replica = 0; replica < replicas; replica++) {
        propose(replica);
        if (cluster.replica(replica).leads() && random.nextInt(10) == 0) {
          int to = random.nextInt(replicas);
          cluster.node(replica).step(new Event.TransferAsked("transfer", to));
        }
      }
      cluster.elapse(Settings.ELECTION_NANOS / 2);
    }

    private void goesOn(int majority) {
      long wanted = decided(majority, true) + NEW_SLOTS;
      for (int round = 0; round < ROUNDS_MAX; round++) {
        round();
        if (decided(majority, false) >= wanted) {
          return;
        }
      }
      assertThat(decided(majority, false)).isGreaterThanOrEqualTo(wanted);
    }

    private long decided(int majority, boolean most) {
      long found = cluster.replica(0).decided();
      for (int replica = 1; replica < majority; replica++) {
        long one = cluster.replica(replica).decided();
        found = most ? Math.max(found, one) : Math.min(found, one);
      }
      return found;
    }
  }
}

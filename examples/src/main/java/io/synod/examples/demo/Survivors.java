package io.synod.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the replicas that still run have executed, each asked by itself.
 *
 * @param states of the survivors, by ascending id
 */
record Survivors(List<LocalState> states) {
  private static final Duration CONVERGE_MAX = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;

  Survivors {
    states = List.copyOf(states);
  }

  /** Waits until all have executed the same slot with the same digest, or for ten seconds. */
  static Survivors converge(Cluster cluster) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + CONVERGE_MAX.toNanos();
    Survivors survivors = ask(cluster);
    while (!survivors.agree() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      survivors = ask(cluster);
    }
    return survivors;
  }

  private static Survivors ask(Cluster cluster) throws IOException {
    List<LocalState> states = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      if (cluster.processes().isAlive(id)) {
        states.add(LocalState.ask(cluster.redisPort(id)));
      }
    }
    return new Survivors(states);
  }

  /** Whether there are several, all in the same slot and with the same digest. */
  boolean agree() {
    return states.size() > 1 && states.stream().distinct().count() == 1;
  }

  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (LocalState state : states) {
      texts.add("%s at slot %d".formatted(state.digest(), state.slot()));
    }
    return String.join(", ", texts);
  }
}

package io.synod.examples.kv.cluster;

import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What all replicas have executed, each asked by itself.
 *
 * @param states by ascending id
 */
public record Digests(List<LocalState> states) {
  private static final Duration CONVERGE_MAX = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;

  public Digests {
    states = List.copyOf(states);
  }

  /**
   * Waits until all have executed the same slot with the same digest, or for ten seconds.
   *
   * @throws IOException if a replica does not tell
   */
  public static Digests converge(ProcessCluster cluster) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + CONVERGE_MAX.toNanos();
    Digests digests = ask(cluster);
    while (!digests.agree() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      digests = ask(cluster);
    }
    return digests;
  }

  private static Digests ask(ProcessCluster cluster) throws IOException {
    List<LocalState> states = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      states.add(LocalState.ask(cluster.furtherPort(id)));
    }
    return new Digests(states);
  }

  /** Whether all are in the same slot and have the same digest. */
  public boolean agree() {
    return states.stream().distinct().count() == 1;
  }

  @Override
  public String toString() {
    if (agree()) {
      LocalState one = states.get(0);
      return "%d times %s at slot %d".formatted(states.size(), one.digest(), one.slot());
    }
    List<String> texts = new ArrayList<>();
    for (LocalState state : states) {
      texts.add("%s at slot %d".formatted(state.digest(), state.slot()));
    }
    return String.join(", ", texts);
  }
}

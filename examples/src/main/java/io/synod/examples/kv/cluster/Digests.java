package io.synod.examples.kv.cluster;

import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The executed state of all replicas, each from a request to that replica.
 *
 * @param states by ascending id
 */
public record Digests(List<LocalState> states) {
  private static final Duration CONVERGE_MAX = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 20;

  public Digests {
    states = List.copyOf(states);
  }

  /**
   * Waits until all replicas have executed the same slot with the same digest, or for 30 s.
   *
   * @throws IOException if a replica does not answer
   */
  public static Digests converge(ProcessCluster cluster) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + CONVERGE_MAX.toNanos();
    while (true) {
      boolean isLast = System.nanoTime() >= deadline;
      try {
        Digests digests = ask(cluster);
        if (digests.agree() || isLast) {
          return digests;
        }
      } catch (IOException noAnswer) {
        if (isLast) {
          throw noAnswer;
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static Digests ask(ProcessCluster cluster) throws IOException {
    List<LocalState> states = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      states.add(LocalState.ask(cluster.furtherPort(id)));
    }
    return new Digests(states);
  }

  /** Whether all replicas are in the same slot and have the same digest. */
  public boolean agree() {
    return states.stream().distinct().count() == 1;
  }

  @Override
  public String toString() {
    if (agree()) {
      LocalState one = states.get(0);
      return "%d times %s at slot %d".formatted(states.size(), one.digest(), one.slot());
    }
    return states.stream()
        .map(state -> "%s at slot %d".formatted(state.digest(), state.slot()))
        .collect(Collectors.joining(", "));
  }
}

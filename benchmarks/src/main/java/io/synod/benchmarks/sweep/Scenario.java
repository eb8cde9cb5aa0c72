package io.synod.benchmarks.sweep;

import io.synod.benchmarks.process.Placement;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import java.util.List;
import java.util.stream.Stream;

/**
 * A cluster and the limits that are worth a try on it.
 *
 * @param word its name
 * @param link between each two replicas
 * @param maxBytes values of {@code batch.max-bytes}, ascending
 * @param windows values of {@code pipeline.window}, ascending
 */
public record Scenario(
    String word,
    int replicas,
    Durability level,
    LinkShape link,
    List<Integer> maxBytes,
    List<Integer> windows) {
  private static final List<Integer> NEAR_BYTES = powers(8 << 10, 512 << 10);
  private static final List<Integer> NEAR_WINDOWS = powers(1, 64);
  private static final List<Integer> FAR_BYTES = powers(2 << 10, 128 << 10);
  private static final List<Integer> FAR_WINDOWS = powers(2, 128);
  private static final LinkShape MEDIUM = LinkShape.limited(2_500_000, 0, 100_000_000);

  private static final List<Scenario> ALL =
      List.of(
          near("loopback-memory", 3, Durability.MEMORY),
          near("loopback-sync", 3, Durability.SYNC),
          far("medium", MEDIUM),
          far("wan-50ms", LinkShape.named("wan-50ms")),
          far("wan-150ms", LinkShape.named("wan-150ms")),
          near("five", 5, Durability.MEMORY),
          near("nine", 9, Durability.MEMORY));

  public Scenario {
    maxBytes = List.copyOf(maxBytes);
    windows = List.copyOf(windows);
  }

  private static Scenario near(String word, int replicas, Durability level) {
    return new Scenario(word, replicas, level, LinkShape.STRAIGHT, NEAR_BYTES, NEAR_WINDOWS);
  }

  private static Scenario far(String word, LinkShape link) {
    return new Scenario(word, 3, Durability.MEMORY, link, FAR_BYTES, FAR_WINDOWS);
  }

  private static List<Integer> powers(int from, int to) {
    return Stream.iterate(from, value -> value <= to, value -> 2 * value).toList();
  }

  /** All scenarios. */
  public static List<Scenario> all() {
    return ALL;
  }

  /**
   * @throws IllegalArgumentException if none has this name; lists the names
   */
  public static Scenario named(String word) {
    return ALL.stream()
        .filter(one -> one.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no scenario '%s': use %s"
                        .formatted(
                            word, String.join(", ", ALL.stream().map(Scenario::word).toList()))));
  }

  Placement placement() {
    return new Placement.Even(link);
  }

  /** The round trip between two replicas, as far as the link makes it. */
  double roundTripMillis() {
    return 2 * link.delayNanos() / 1e6;
  }
}

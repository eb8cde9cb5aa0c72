package io.synod.replica.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The measurements of a replica and where it writes them.
 *
 * @param on whether anything is measured
 * @param intervalNanos what one row covers
 * @param csv of all replicas; each has a file of its own beside it
 * @param metricsPort of replica 0, the others' are the next ones; 0 if none is served
 * @param bitsPerSecond what a link between replicas carries each way; {@link Long#MAX_VALUE} if
 *     unknown
 */
public record InstrumentationConfig(
    boolean on, long intervalNanos, Optional<Path> csv, int metricsPort, long bitsPerSecond) {

  public InstrumentationConfig {
    if (intervalNanos < 1 || metricsPort < 0 || bitsPerSecond < 1) {
      throw new IllegalArgumentException(
          "rows of %d ns, port %d, %d bit/s".formatted(intervalNanos, metricsPort, bitsPerSecond));
    }
  }

  /** The file of replica {@code id}: its number stands before the ending. */
  public Optional<Path> csvOf(int id) {
    return csv.map(path -> path.resolveSibling(numbered(path.getFileName().toString(), id)));
  }

  /** Where replica {@code id} serves its metrics; 0 if it does not. */
  public int metricsPortOf(int id) {
    return metricsPort == 0 ? 0 : metricsPort + id;
  }

  private static String numbered(String name, int id) {
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? name + "-" + id : name.substring(0, dot) + "-" + id + name.substring(dot);
  }
}

package io.synod.fuzzing;

/**
 * What a run has shown.
 *
 * @param inputs fed
 * @param deep of them that got past headers and checksums
 * @param outcomes ways that they took
 */
public record FuzzReport(String target, long seed, long inputs, long deep, int outcomes) {

  public int deepPercent() {
    return (int) (100 * deep / Math.max(1, inputs));
  }

  @Override
  public String toString() {
    return "%s: seed %d, %,d inputs, %d %% past headers and checksums, %d outcomes"
        .formatted(target, seed, inputs, deepPercent(), outcomes);
  }
}

package io.synod.fuzzing;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes inputs and feeds them. One whose outcome was not seen before becomes a sample itself, so
 * that the run finds its way deeper. Confined to one thread, but for what the watch reads.
 */
final class FuzzRun {
  private static final int FINDINGS_MAX = 20;

  private final FuzzTarget target;
  private final long seed;
  private final FuzzInputs made;
  private final Set<String> outcomes = new HashSet<>();
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private final Allocated allocated = new Allocated();
  private long deep;

  // Read by the watch.
  private volatile long inputs;
  private volatile byte[] current;

  FuzzRun(FuzzTarget target, long seed) {
    this.target = target;
    this.seed = seed;
    this.made = new FuzzInputs(target, seed);
  }

  /** The samples as they are; they must be read, not refused. */
  void feedSamples() {
    for (byte[] sample : target.samples()) {
      feed(sample, "a valid sample");
    }
  }

  void feedNext() {
    feed(made.next(), "seed %d, input %d".formatted(seed, inputs));
  }

  /** Feeds one input; what it throws, or allocates, is a finding. */
  void feed(byte[] input, String origin) {
    byte[] kept = input.clone();
    current = kept;
    inputs++;
    try {
      Outcome outcome = runWithinBounds(kept);
      count(outcome, kept);
    } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError thrown) {
      Finding finding = new Finding(kept, origin, thrown);
      findings.putIfAbsent(finding.key(), finding);
    }
    current = null;
  }

  private Outcome runWithinBounds(byte[] input) throws Exception {
    long max = target.allocatedBytesMax(input);
    long before = allocated.bytes();
    Outcome outcome = target.run(input.clone());
    if (allocated.bytes() - before > max) {
      // Classes are loaded and caches are filled once: the second run is measured.
      before = allocated.bytes();
      target.run(input.clone());
      long bytes = allocated.bytes() - before;
      if (bytes > max) {
        throw new AssertionError("%,d bytes were allocated".formatted(bytes));
      }
    }
    return outcome;
  }

  private void count(Outcome outcome, byte[] input) {
    deep += outcome.deep() ? 1 : 0;
    if (outcomes.add(outcome.kind()) && outcome.deep()) {
      made.learn(input);
    }
  }

  boolean hasEnough() {
    return findings.size() >= FINDINGS_MAX;
  }

  List<Finding> findings() {
    return List.copyOf(findings.values());
  }

  Set<String> outcomes() {
    return new HashSet<>(outcomes);
  }

  /** How many were fed so far; any thread. */
  long inputs() {
    return inputs;
  }

  /** The input that is being fed; null between two. Any thread. */
  byte[] current() {
    return current;
  }

  FuzzReport report() {
    return new FuzzReport(target.name(), seed, inputs, deep, outcomes.size());
  }
}

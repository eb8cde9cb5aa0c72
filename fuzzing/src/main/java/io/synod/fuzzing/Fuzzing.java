package io.synod.fuzzing;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Fuzzes one target: so many inputs in a test, or for so long with {@code -Dsynod.fuzz.seconds},
 * from {@code -Dsynod.fuzz.seed} on. What is found is kept in {@code
 * src/test/resources/corpus/<target>} of the module whose tests run.
 */
public final class Fuzzing {
  private static final long HANG_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LOOK_MILLIS = 50;

  private final FuzzTarget target;
  private final long seed;
  private final long seconds;
  private final Corpus corpus;
  private final long hangNanos;

  private Fuzzing(FuzzTarget target, long seed, long seconds, Corpus corpus, long hangNanos) {
    this.target = target;
    this.seed = seed;
    this.seconds = seconds;
    this.corpus = corpus;
    this.hangNanos = hangNanos;
  }

  public static Fuzzing of(FuzzTarget target) {
    Path folder = Path.of("src", "test", "resources", "corpus", target.name());
    return new Fuzzing(
        target,
        Long.getLong("synod.fuzz.seed", 1),
        Long.getLong("synod.fuzz.seconds", 0),
        new Corpus(folder),
        HANG_NANOS);
  }

  static Fuzzing of(FuzzTarget target, long seed, Path corpus, long hangNanos) {
    return new Fuzzing(target, seed, 0, new Corpus(corpus), hangNanos);
  }

  /**
   * Feeds every input of the corpus.
   *
   * @return how many
   * @throws AssertionError if one is not handled
   */
  public int replayCorpus() {
    FuzzRun run = new FuzzRun(target, seed);
    Map<String, byte[]> inputs = corpus.inputs();
    watched(run, () -> inputs.forEach((file, input) -> run.feed(input, file)), false);
    fail(run.findings());
    return inputs.size();
  }

  /**
   * As {@link #run(long)}; fails also if no more than {@code deepPercent} of the inputs got past
   * headers and checksums, or if they took no more than {@code outcomes} ways.
   */
  public void run(long inputs, int deepPercent, int outcomes) {
    FuzzReport report = run(inputs);
    if (report.deepPercent() <= deepPercent || report.outcomes() <= outcomes) {
      throw new AssertionError("most inputs stay at the surface: " + report);
    }
  }

  /**
   * Feeds the samples and what is made of them.
   *
   * @param inputs how many, unless a time was asked for
   * @throws AssertionError with everything that was found and where it was kept
   */
  public FuzzReport run(long inputs) {
    FuzzRun run = new FuzzRun(target, seed);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    watched(
        run,
        () -> {
          run.feedSamples();
          while (!run.hasEnough()
              && (seconds > 0 ? System.nanoTime() < end : run.inputs() < inputs)) {
            run.feedNext();
          }
        },
        seconds > 0);
    FuzzReport report = run.report();
    System.out.println("fuzz " + report);
    if (Boolean.getBoolean("synod.fuzz.outcomes")) {
      run.outcomes().stream().sorted().forEach(kind -> System.out.println("fuzz   " + kind));
    }
    for (Finding finding : run.findings()) {
      System.out.println("fuzz found, kept in " + corpus.save(finding) + ": " + finding);
    }
    fail(run.findings());
    return report;
  }

  private static void fail(List<Finding> findings) {
    if (!findings.isEmpty()) {
      AssertionError error = new AssertionError("not handled: " + findings);
      findings.forEach(finding -> error.addSuppressed(finding.cause()));
      throw error;
    }
  }

  /** Runs {@code work} on a thread of its own, which is given up if one input takes too long. */
  private void watched(FuzzRun run, Runnable work, boolean reportsProgress) {
    Throwable[] failure = new Throwable[1];
    Thread worker = new Thread(work, "fuzz-" + target.name());
    worker.setUncaughtExceptionHandler((thread, thrown) -> failure[0] = thrown);
    worker.setDaemon(true);
    worker.start();
    try {
      watch(worker, run, reportsProgress);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", interrupted);
    }
    if (failure[0] != null) {
      throw new AssertionError("the fuzzer itself has failed", failure[0]);
    }
  }

  private void watch(Thread worker, FuzzRun run, boolean reportsProgress)
      throws InterruptedException {
    long begin = System.nanoTime();
    long reported = begin;
    long lastInputs = -1;
    long lastChange = begin;
    for (worker.join(LOOK_MILLIS); worker.isAlive(); worker.join(LOOK_MILLIS)) {
      long now = System.nanoTime();
      long inputs = run.inputs();
      byte[] input = run.current();
      if (inputs != lastInputs) {
        lastInputs = inputs;
        lastChange = now;
      } else if (input != null && now - lastChange > hangNanos) {
        throw hang(worker, input, inputs);
      }
      if (reportsProgress && now - reported >= PROGRESS_NANOS) {
        reported = now;
        System.out.printf(
            "fuzz %s: %d s of %d, %,d inputs%n",
            target.name(), TimeUnit.NANOSECONDS.toSeconds(now - begin), seconds, inputs);
      }
    }
  }

  private AssertionError hang(Thread worker, byte[] input, long number) {
    AssertionError error =
        new AssertionError("an input takes more than %d ms".formatted(hangNanos / 1_000_000));
    error.setStackTrace(worker.getStackTrace());
    Finding finding = new Finding(input, "seed %d, input %d".formatted(seed, number), error);
    System.out.println("fuzz found, kept in " + corpus.save(finding) + ": " + finding);
    return error;
  }
}

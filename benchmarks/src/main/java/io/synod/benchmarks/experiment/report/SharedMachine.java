package io.synod.benchmarks.experiment.report;

import io.synod.fitting.regression.Regression;
import io.synod.fitting.regression.Samples;
import java.util.List;

/**
 * Predicts the instances per second of a machine whose processors all replicas and clients share.
 *
 * <p>The time from one instance to the next is {@code c · D + Z / w} ms. D is the CPU time that all
 * processes spend on an instance. It has the terms of the papers' costs and one that an instance
 * shares with the others in the window, since a thread's wake-up delays all of them. c is the
 * elapsed share of D: one over the number of processors if they are never idle. Z is the idle wait
 * of an instance for a thread, a process or a link; with w instances in flight, w such waits
 * overlap. D, c and Z are fitted, each with the least squares of relative errors.
 */
final class SharedMachine {
  /** Fewer results do not determine D, c and Z. */
  static final int RESULTS_MIN = 8;

  private static final double KIB = 1024;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double MILLIS_PER_SECOND = 1_000;

  private final int replicas;
  private final Regression work;
  private final Regression period;

  private SharedMachine(int replicas, Regression work, Regression period) {
    this.replicas = replicas;
    this.work = work;
    this.period = period;
  }

  /**
   * @param results at least {@link #RESULTS_MIN}, of several windows, batches and requests
   */
  static SharedMachine fit(List<Result> results, int replicas) {
    double[][] terms =
        results.stream()
            .map(result -> workTerms(result, window(result), replicas))
            .toArray(double[][]::new);
    double[] millis = results.stream().mapToDouble(SharedMachine::workMillis).toArray();
    SharedMachine worked = new SharedMachine(replicas, relative(terms, millis), null);
    double[][] periods =
        results.stream()
            .map(result -> worked.periodTerms(result, window(result)))
            .toArray(double[][]::new);
    double[] measured =
        results.stream()
            .mapToDouble(result -> MILLIS_PER_SECOND / instancesPerSecond(result))
            .toArray();
    return new SharedMachine(replicas, worked.work, relative(periods, measured));
  }

  /** Requests a second at the sizes of {@code like}, with {@code window} instances in flight. */
  double requestsPerSecond(Result like, double window) {
    double millis = period.fitted(periodTerms(like, window));
    return MILLIS_PER_SECOND * like.value(Measure.BATCH_REQUESTS) / millis;
  }

  /** c: the elapsed time for each millisecond of CPU time. */
  double passing() {
    return period.coefficients().get(0).value();
  }

  /** The smallest window with 90 % of the throughput of {@code greatest}. */
  long window(Result like, long greatest) {
    double enough = ModelComparison.NEARLY_ALL * requestsPerSecond(like, greatest);
    long window = 1;
    while (requestsPerSecond(like, window) < enough) {
      window++;
    }
    return window;
  }

  private static double window(Result result) {
    return result.value(Axis.WINDOW);
  }

  private static double instancesPerSecond(Result result) {
    return result.value(Measure.THROUGHPUT) / result.value(Measure.BATCH_REQUESTS);
  }

  private static double workMillis(Result result) {
    return result.value(Measure.CPU) * result.value(Measure.BATCH_REQUESTS) / MICROS_PER_MILLI;
  }

  private static double[] workTerms(Result result, double window, int replicas) {
    double client = ModelComparison.clientKib(result);
    double replica = result.value(Measure.ACCEPT_BYTES) + result.value(Measure.ACCEPTED_BYTES);
    double requests = result.value(Measure.BATCH_REQUESTS);
    return new double[] {
      requests * client, requests, (replicas - 1) * replica / KIB, replicas - 1.0, 1 / window
    };
  }

  private double[] periodTerms(Result result, double window) {
    double requests = result.value(Measure.BATCH_REQUESTS);
    double kib = result.value(Measure.ACCEPT_BYTES) / KIB;
    double millis = work.fitted(workTerms(result, window, replicas));
    return new double[] {millis, 1 / window, kib / window, requests / window};
  }

  private static Regression relative(double[][] terms, double[] responses) {
    double[][] scaled = new double[terms.length][];
    double[] ones = new double[responses.length];
    for (int row = 0; row < terms.length; row++) {
      scaled[row] = new double[terms[row].length];
      for (int column = 0; column < terms[row].length; column++) {
        scaled[row][column] = terms[row][column] / responses[row];
      }
      ones[row] = 1;
    }
    return Regression.of(new Samples(scaled, ones));
  }
}

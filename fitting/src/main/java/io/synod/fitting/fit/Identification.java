package io.synod.fitting.fit;

import io.synod.fitting.regression.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Checks that the observations determine the parameters. A slope and a constant can be separated
 * only if sizes differ, and costs of requests and of batches only if k differs. Totals also need
 * answers of different sizes: with one answer size S_2a follows from k and S_req, so the cost of a
 * byte may belong to &phi;_cli or to &phi;_rep.
 */
final class Identification {
  private static final int OBSERVATIONS_MIN = 8;

  // The least ratio of the 90th percentile to the 10th percentile of the observations.
  private static final double SPREAD_MIN = 1.5;
  private static final double TAIL = 0.1;

  // Below it, errors of 1 % in the measurements become errors as large as the parameters.
  private static final double INDEPENDENCE_MIN = 0.01;

  private static final double LARGER = 8;
  private static final double REQUEST_BYTES_LARGE = 4_096;
  private static final double REQUESTS_MANY = 16;
  private static final double ANSWER_BYTES_LEAST = 1_024;
  private static final int KIB = 1_024;

  private final List<Observation> observations;
  private final FitSource source;
  private final List<String> gaps = new ArrayList<>();
  private final List<String> runs = new ArrayList<>();

  private Identification(List<Observation> observations, FitSource source) {
    this.observations = observations;
    this.source = source;
  }

  /**
   * @throws UnidentifiedException if they do not determine the parameters
   */
  static void check(List<Observation> observations, FitSource source) {
    if (observations.size() < OBSERVATIONS_MIN) {
      throw new UnidentifiedException(
          "%d intervals of a leader are left after the warm-up, of %d needed: measure longer"
              .formatted(observations.size(), OBSERVATIONS_MIN));
    }
    if (observations.stream().anyMatch(observation -> observation.replicas() < 2)) {
      throw new UnidentifiedException(
          "a cluster of one replica sends no Accept: measure one of three");
    }
    if (observations.stream().allMatch(observation -> source.millis(observation) == 0)) {
      throw new UnidentifiedException("the CPU time of every interval is 0");
    }
    new Identification(observations, source).check();
  }

  private void check() {
    checkSpread("S_req + S_ans", "bytes", Observation::clientBytes, largerRequests());
    checkSpread("k", "requests in a batch", Observation::requests, otherBatches());
    checkSpread("S_2a + S_2b", "bytes", Observation::replicaBytes, otherBatches());
    if (gaps.isEmpty() && source == FitSource.STAGES && !areIndependent(Observation::clientTerms)) {
      gaps.add(
          "k follows from S_req + S_ans as they were, so what a larger request costs may be"
              + " phi_cli's or an instance's");
      runs.add(largerRequests() + " in batches of as many as the smaller ones");
    }
    if (gaps.isEmpty() && source == FitSource.TOTAL && !areIndependent(CostFit::allTerms)) {
      gaps.add(
          "S_2a follows from k, S_req and S_ans as they were, so a byte of a request may be"
              + " phi_cli's or phi_rep's");
      runs.add(otherAnswers());
      runs.add("or fit --from stages");
    }
    if (!gaps.isEmpty()) {
      List<String> distinct = runs.stream().distinct().toList();
      throw new UnidentifiedException(
          "the parameters do not follow from these runs: %s. Add %s"
              .formatted(String.join("; ", gaps), String.join(", ", distinct)));
    }
  }

  private void checkSpread(
      String name, String unit, ToDoubleFunction<Observation> quantity, String run) {
    double low = quantile(quantity, TAIL);
    double high = quantile(quantity, 1 - TAIL);
    if (high < SPREAD_MIN * low) {
      gaps.add(
          String.format(
              Locale.ROOT,
              "%s is %.0f to %.0f %s and must differ by half at least",
              name,
              low,
              high,
              unit));
      runs.add(run);
    }
  }

  private double quantile(ToDoubleFunction<Observation> quantity, double part) {
    double[] sorted = observations.stream().mapToDouble(quantity).sorted().toArray();
    return sorted[(int) Math.round(part * (sorted.length - 1))];
  }

  /** Uses the costs per request, so that large batches do not count for more. */
  private boolean areIndependent(Function<Observation, double[]> termsOf) {
    double[][] terms = new double[observations.size()][];
    for (int row = 0; row < terms.length; row++) {
      Observation observation = observations.get(row);
      terms[row] = termsOf.apply(observation);
      for (int column = 0; column < terms[row].length; column++) {
        terms[row][column] /= observation.interval().traffic().requests();
      }
    }
    return new Samples(terms, new double[terms.length]).independence() >= INDEPENDENCE_MIN;
  }

  private String largerRequests() {
    double bytes = median(seen -> seen.interval().traffic().requestBytes());
    long other =
        Math.round(bytes < REQUEST_BYTES_LARGE ? LARGER * Math.max(bytes, 1) : bytes / LARGER);
    return "runs with requests of %d bytes".formatted(other);
  }

  private String otherAnswers() {
    double bytes = median(seen -> seen.interval().traffic().answerBytes());
    return "runs with answers of %d bytes"
        .formatted(Math.round(Math.max(LARGER * bytes, ANSWER_BYTES_LEAST)));
  }

  /** The batch limit for eight times as many requests as now, or an eighth. */
  private String otherBatches() {
    double requests = median(Observation::requests);
    double acceptBytes = median(seen -> seen.interval().traffic().acceptBytes());
    double bytes = requests < REQUESTS_MANY ? acceptBytes * LARGER : acceptBytes / LARGER;
    return "runs with batch.max-bytes = %dKiB under a load that fills them"
        .formatted((long) Math.ceil(bytes / KIB));
  }

  private double median(ToDoubleFunction<Observation> quantity) {
    return quantile(quantity, 0.5);
  }
}

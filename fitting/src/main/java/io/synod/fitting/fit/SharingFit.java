package io.synod.fitting.fit;

import io.synod.fitting.regression.Regression;
import io.synod.fitting.regression.Samples;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Prediction;
import io.synod.tuning.model.Sharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a leader shares, from the time between instances at several windows: what of it neither the
 * links nor the leader's own CPU time explain. Relative errors are made least, by Huber's
 * estimator.
 */
public final class SharingFit {
  // With fewer intervals, or the same window in all of them, nothing is said; nor where one term
  // follows from the others.
  private static final int INTERVALS_MIN = 8;

  private static final double WINDOWS_MIN = 2;
  private static final double INDEPENDENCE_MIN = 1e-6;
  private static final double KIB = 1024;

  // Where the links explain that much of the time, processors and disk may have taken any less.
  private static final double LINKS_LIMIT = 0.85;

  private SharingFit() {}

  /**
   * @param costs of the leader's processor, from the same cluster
   * @return {@link Sharing#NONE} if the observations do not determine it, or are predicted as well
   *     without it
   */
  public static Sharing of(List<WindowedObservation> seen, CpuCosts costs, Link link) {
    List<double[]> unexplained = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (WindowedObservation one : seen) {
      Prediction papers = predict(one, costs, link, Sharing.NONE);
      double ofLinks = Math.max(papers.networkMillis(), papers.latencyTimeMillis() / one.window());
      if (ofLinks < LINKS_LIMIT * one.periodMillis()) {
        double period = one.periodMillis();
        unexplained.add(
            new double[] {
              papers.cpuMillis() / period,
              papers.requests() / period,
              papers.batchBytes() / KIB / period,
              1 / one.window() / period
            });
        least = Math.min(least, one.window());
        most = Math.max(most, one.window());
      }
    }
    if (unexplained.size() < INTERVALS_MIN || most < WINDOWS_MIN * least) {
      return Sharing.NONE;
    }
    double[] ones = new double[unexplained.size()];
    Arrays.fill(ones, 1);
    Samples samples = new Samples(unexplained.toArray(double[][]::new), ones);
    if (samples.independence() < INDEPENDENCE_MIN) {
      return Sharing.NONE;
    }
    double[] terms = Regression.estimate(samples);
    Sharing found = new Sharing(terms[0], terms[1], terms[2], terms[3]);
    // Where the links explain nearly all, what is left is a few intervals that were disturbed.
    boolean isCloser = error(seen, costs, link, found) < error(seen, costs, link, Sharing.NONE);
    return isCloser ? found : Sharing.NONE;
  }

  /** The median of the absolute errors. */
  private static double error(
      List<WindowedObservation> seen, CpuCosts costs, Link link, Sharing sharing) {
    double[] sorted =
        seen.stream()
            .mapToDouble(one -> Math.abs(error(one, costs, link, sharing)))
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }

  /** The model's prediction for an observation's sizes. */
  public static Prediction predict(
      WindowedObservation one, CpuCosts costs, Link link, Sharing sharing) {
    Observation seen = one.observation();
    double answer = seen.interval().traffic().answerBytes();
    MessageSizes sizes =
        MessageSizes.ofSynod(
            (int) Math.round(seen.interval().traffic().requestBytes()), (int) Math.round(answer));
    PhaseTwoModel model = new PhaseTwoModel(seen.replicas(), link, sizes, costs, sharing);
    return model.predict((int) Math.max(1, Math.round(seen.requests())));
  }

  /** The relative error of the predicted requests per second. */
  public static double error(WindowedObservation one, CpuCosts costs, Link link, Sharing sharing) {
    Prediction prediction = predict(one, costs, link, sharing);
    double perRequest = one.periodMillis() / one.observation().requests();
    double predicted = prediction.periodMillis(one.window()) / prediction.requests();
    return perRequest / predicted - 1;
  }
}

package io.synod.laboratory;

import io.synod.benchmarks.calibration.Calibrated;
import io.synod.benchmarks.calibration.Calibration;
import io.synod.cli.CommandFailure;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.SynodConfig;
import io.synod.tuning.fit.CostFit;
import io.synod.tuning.fit.FitSource;
import io.synod.tuning.fit.UnidentifiedException;
import io.synod.tuning.plot.FitPlot;
import io.synod.tuning.profile.Profile;
import io.synod.tuning.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A running cluster, measured, and the costs that follow.
 *
 * @param bitsPerSecond told or found; whichever it is, {@code bandwidth} says
 * @param bandwidth where it comes from
 */
record ClusterMeasurement(
    String cluster, Calibrated found, CostFit fit, double bitsPerSecond, Bandwidth bandwidth) {

  /** Where the bandwidth comes from. */
  enum Bandwidth {
    /** By the command line. */
    TOLD,
    /** By {@code network.bandwidth}. */
    CONFIGURED,
    /** By bursts over the leader's links. */
    MEASURED
  }

  /**
   * Blocks until all is measured.
   *
   * @param requestBytes around which loads are chosen
   * @param toldBitsPerSecond null if the command line tells none
   * @throws CommandFailure if it cannot be measured, or the costs do not follow; says what to do
   */
  static ClusterMeasurement of(
      MeasureOptions options, int requestBytes, Double toldBitsPerSecond, Consumer<String> progress)
      throws InterruptedException {
    SynodConfig config = options.load();
    Bandwidth bandwidth = source(config, toldBitsPerSecond);
    Calibration.Plan plan =
        new Calibration.Plan(
            requestBytes, options.warmUp(), options.perLoad(), bandwidth == Bandwidth.MEASURED);
    try {
      Calibrated found = new Calibration(config, plan, progress).run();
      CostFit fit = CostFit.of(found.intervals(), FitSource.STAGES);
      double bitsPerSecond =
          switch (bandwidth) {
            case TOLD -> toldBitsPerSecond;
            case CONFIGURED -> config.instrumentation().bitsPerSecond();
            case MEASURED -> found.narrowest().bitsPerSecond();
          };
      return new ClusterMeasurement(config.cluster().name(), found, fit, bitsPerSecond, bandwidth);
    } catch (ProcessFailure failure) {
      throw new CommandFailure(failure.getMessage(), failure);
    } catch (UnidentifiedException unclear) {
      throw new CommandFailure(
          unclear.getMessage()
              + ". What --measure can vary is --request and --per-load; batches follow the cluster's"
              + " own batch.max-bytes and pipeline.window, so else set other ones, start the replicas"
              + " again and measure again",
          unclear);
    }
  }

  private static Bandwidth source(SynodConfig config, Double toldBitsPerSecond) {
    if (toldBitsPerSecond != null) {
      return Bandwidth.TOLD;
    }
    return config.instrumentation().bitsPerSecond() == Long.MAX_VALUE
        ? Bandwidth.MEASURED
        : Bandwidth.CONFIGURED;
  }

  Profile profile() {
    return Profile.of(fit);
  }

  double roundTripMillis() {
    return found.roundTripMillis();
  }

  void write(Path profile, Path picture) {
    try {
      Files.writeString(profile, ProfileFile.text(fit));
      FitPlot.write(fit, picture);
    } catch (IOException refused) {
      throw new CommandFailure("cannot write: " + refused, refused);
    }
  }
}

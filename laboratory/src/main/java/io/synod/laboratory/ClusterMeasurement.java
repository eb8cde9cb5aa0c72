package io.synod.laboratory;

import io.synod.benchmarks.calibration.Calibrated;
import io.synod.benchmarks.calibration.Calibration;
import io.synod.benchmarks.calibration.Verification;
import io.synod.benchmarks.process.ClusterStatus;
import io.synod.cli.CommandFailure;
import io.synod.core.settings.BatchLimits;
import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.SharingFit;
import io.synod.fitting.fit.UnidentifiedException;
import io.synod.fitting.profile.Profile;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.AutopilotConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.tuning.advice.Candidate;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.Sharing;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The measurements of a running cluster and the costs that follow from them.
 *
 * @param sharing what the leader shares; {@link Sharing#NONE} if its window could not be varied
 * @param bitsPerSecond given or measured, as {@code bandwidth} says
 * @param bandwidth its source
 */
record ClusterMeasurement(
    String cluster,
    Calibrated found,
    CostFit fit,
    Sharing sharing,
    double bitsPerSecond,
    Bandwidth bandwidth) {

  private static final int INTERVALS_PER_LOAD = 3;

  /** The source of the bandwidth. */
  enum Bandwidth {
    /** The command line. */
    GIVEN,
    /** The setting {@code network.bandwidth}. */
    CONFIGURED,
    /** Bursts over the leader's links. */
    MEASURED
  }

  /**
   * Blocks until all is measured.
   *
   * @param requestBytes the size around which loads are chosen
   * @param givenBitsPerSecond null if the command line gives none
   * @throws ProcessFailure if the cluster cannot be measured
   * @throws CommandFailure if the measurements do not determine the costs; says what to do
   */
  static ClusterMeasurement of(
      MeasureOptions options,
      int requestBytes,
      Double givenBitsPerSecond,
      Consumer<String> progress)
      throws InterruptedException {
    SynodConfig config = options.load();
    Bandwidth bandwidth = source(config, givenBitsPerSecond);
    Calibration.Plan plan =
        new Calibration.Plan(
            requestBytes, options.warmUp(), options.perLoad(), bandwidth == Bandwidth.MEASURED);
    try {
      Calibrated found = new Calibration(config, plan, progress).run();
      CostFit fit = CostFit.of(found.intervals(), FitSource.STAGES);
      double bitsPerSecond =
          switch (bandwidth) {
            case GIVEN -> givenBitsPerSecond;
            case CONFIGURED -> config.instrumentation().bitsPerSecond();
            case MEASURED -> found.narrowest().bitsPerSecond();
          };
      double together =
          bandwidth == Bandwidth.MEASURED ? found.shared().bitsPerSecond() : bitsPerSecond;
      Link link = Link.ofBits(bitsPerSecond, together, found.roundTripMillis() / 2);
      Sharing sharing = SharingFit.of(found.windowed(), fit.costs(), link);
      return new ClusterMeasurement(
          config.cluster().name(), found, fit, sharing, bitsPerSecond, bandwidth);
    } catch (UnidentifiedException unclear) {
      throw new CommandFailure(
          unclear.getMessage()
              + ". --measure can vary only --request and --per-load; batches follow the cluster's"
              + " own batch.max-bytes and pipeline.window. Otherwise change these, restart the replicas"
              + " and measure again",
          unclear);
    }
  }

  private static Bandwidth source(SynodConfig config, Double givenBitsPerSecond) {
    if (givenBitsPerSecond != null) {
      return Bandwidth.GIVEN;
    }
    return config.instrumentation().bitsPerSecond() == Long.MAX_VALUE
        ? Bandwidth.MEASURED
        : Bandwidth.CONFIGURED;
  }

  /** What the leader's links carry together; infinite if nothing that they share is narrower. */
  double sharedBitsPerSecond() {
    return bandwidth == Bandwidth.MEASURED ? found.shared().bitsPerSecond() : bitsPerSecond;
  }

  /**
   * Tries the advice and its neighbours against the default limits on the running cluster. Blocks
   * until that is done.
   *
   * @return null if the leader lets no client try limits
   * @throws ProcessFailure if the cluster cannot be measured
   */
  Verification.Result verify(
      MeasureOptions options, int requestBytes, Candidate advised, Consumer<String> progress)
      throws InterruptedException {
    SynodConfig config = options.load();
    if (!Verification.isAllowed(new ClusterStatus(config.cluster()).of(found.leader()))) {
      return null;
    }
    Verification.Plan plan =
        new Verification.Plan(
            requestBytes, roundTripMillis(), options.perLoad().dividedBy(INTERVALS_PER_LOAD));
    return Verification.run(config, found.leader(), limits(advised), plan, progress);
  }

  /** The default first. */
  private static List<BatchLimits> limits(Candidate advised) {
    int maxBytes = advised.maxBytes();
    int window = advised.window();
    return List.of(
        AutopilotConfig.START,
        new BatchLimits(maxBytes, window),
        new BatchLimits(maxBytes, 2 * window),
        new BatchLimits(maxBytes, Math.max(1, window / 2)),
        new BatchLimits(2 * maxBytes, window),
        new BatchLimits(maxBytes / 2, window));
  }

  Profile profile() {
    return Profile.of(fit, sharing);
  }

  double roundTripMillis() {
    return found.roundTripMillis();
  }

  /** Writes no profile that explains too little. */
  void write(Path profile, Path picture) {
    OutputFiles.write(fit, sharing, profile, picture);
  }
}

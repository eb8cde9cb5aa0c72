package io.synod.laboratory;

import io.synod.replica.config.SynodConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that measure a running cluster instead of reading a profile. */
final class MeasureOptions {
  private static final double PER_LOAD_MILLIS_MIN = 100;
  private static final double MILLIS_MAX = 600_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--measure",
      description =
          "Measures round trip, bandwidth and costs on the running cluster of --config, so that they"
              + " need no options. Loads it with requests of zeros, which its service must answer:"
              + " io.synod.benchmarks.process.NullService does so; for another service,"
              + " phi_exec is that of zeros. Then tries the advice and its neighbours against the default"
              + " there, if the replicas run with automatic limits and tuning.trials = on, and recommends"
              + " only what is better for certain. Takes two to three minutes with the defaults.")
  private boolean measure;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The properties file of the running cluster to measure.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Overrides a setting of that file; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = MillisOption.class,
      description =
          "Length of the unmeasured load before the first measurement, up to 600s; 0s for none.")
  private double warmUpMillis;

  @Option(
      names = "--per-load",
      paramLabel = "TIME",
      defaultValue = "3s",
      converter = MillisOption.class,
      description =
          "Measured time of each of nine loads, which alternate every second, from 100ms to 600s.")
  private double perLoadMillis;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "profile.properties",
      description = "Output file of the profile of --measure.")
  private Path profile;

  @Option(
      names = "--profile-plot",
      paramLabel = "FILE",
      defaultValue = "profile.png",
      description =
          "Output file of the picture of --measure: the measured costs beside the model's.")
  private Path picture;

  boolean isAsked() {
    return measure;
  }

  /**
   * @throws io.synod.replica.config.ConfigException if the configuration is invalid
   */
  SynodConfig load() {
    if (file == null) {
      throw refused("--measure needs the running cluster's file: --config FILE");
    }
    return SynodConfig.load(file, overrides);
  }

  Duration warmUp() {
    if (warmUpMillis > MILLIS_MAX) {
      throw refused("--warm-up is 600s at most");
    }
    return Duration.ofMillis(Math.round(warmUpMillis));
  }

  Duration perLoad() {
    if (perLoadMillis < PER_LOAD_MILLIS_MIN || perLoadMillis > MILLIS_MAX) {
      throw refused("--per-load is 100ms to 600s");
    }
    return Duration.ofMillis(Math.round(perLoadMillis));
  }

  Path profile() {
    return profile;
  }

  Path picture() {
    return picture;
  }

  private ParameterException refused(String reason) {
    return new ParameterException(command.commandLine(), reason);
  }
}

package io.synod.laboratory;

import io.synod.benchmarks.cluster.BenchOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The settings of a benchmark's processes. */
final class BenchSettingOptions {

  @Option(
      names = "--batch",
      paramLabel = "SIZE",
      description = "Short for --set batch.max-bytes=SIZE.")
  private String batch;

  @Option(
      names = "--window",
      paramLabel = "SLOTS",
      description = "Short for --set pipeline.window=SLOTS.")
  private String window;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = Visibility.NEVER,
      description = "Any setting of the clusters; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      description =
          "Options for the Java of every process, instead of -Xms1g -Xmx2g -XX:+UseG1GC"
              + " -XX:+AlwaysPreTouch.")
  private String jvm;

  /** All settings as {@code key=value}. */
  List<String> settings() {
    List<String> settings = new ArrayList<>();
    addIfGiven(settings, "batch.max-bytes", batch);
    addIfGiven(settings, "pipeline.window", window);
    settings.addAll(overrides);
    return settings;
  }

  List<String> jvmOptions() {
    return jvm == null ? BenchOptions.JVM_OPTIONS : BenchOptions.jvmOptions(jvm);
  }

  private static void addIfGiven(List<String> settings, String key, String value) {
    if (value != null) {
      settings.add(key + "=" + value);
    }
  }
}

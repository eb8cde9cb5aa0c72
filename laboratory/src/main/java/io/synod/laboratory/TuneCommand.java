package io.synod.laboratory;

import io.synod.benchmarks.calibration.Verification;
import io.synod.cli.CommandFailure;
import io.synod.cli.storage.Json;
import io.synod.fitting.plot.AdvicePlot;
import io.synod.fitting.profile.Profile;
import io.synod.fitting.profile.ProfileException;
import io.synod.fitting.profile.ProfileFile;
import io.synod.laboratory.tuning.AdviceReport;
import io.synod.laboratory.tuning.VerificationReport;
import io.synod.tuning.advice.Advice;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Recommends batch size and window. */
@Command(
    name = "tune",
    showDefaultValues = true,
    description = {
      "Recommends batch.max-bytes and pipeline.window for a profile, a network and a workload: of all"
          + " powers of two that keep the latency, the smallest whose predicted throughput is within"
          + " 1 %% of the greatest, and the smallest window that gives it.",
      "The latency is that of the first request of a batch at that throughput: it waits until the batch is"
          + " full, and then for its instance. Exit code 1 if no batch keeps --max-latency; the one with"
          + " the lowest latency is then shown.",
      "With --measure profile, round trip and bandwidth are measured on a running cluster, and the advice is"
          + " tried on it against the default."
    })
final class TuneCommand implements Callable<Integer> {
  private static final int REQUEST_BYTES_DEFAULT = 1024;
  private static final String UNVERIFIED =
      """
      Not tried on this cluster, so nothing is recommended: where disk or processors limit it, such predictions
      were wrong by half. Start the replicas with tuning.trials = on, and batch.max-bytes and pipeline.window
      auto as by default, and measure again.
      """;

  @Spec private CommandSpec spec;

  @Mixin private MeasureOptions measuring;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROFILE",
      description = "A profile that 'synod fit' or 'synod tune --measure' wrote.")
  private Path profile;

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      converter = MillisOption.class,
      description =
          "Round trip from the leader to a majority, such as 200us or 100ms; as measured with"
              + " --measure.")
  private Double roundTripMillis;

  @Option(
      names = "--bandwidth",
      paramLabel = "RATE",
      converter = BandwidthOption.class,
      description =
          "Bandwidth of the leader's link, such as 940Mbit (of 10^6 bit) or 10Gbit; with --measure as the"
              + " cluster's network.bandwidth says, or as measured.")
  private Double bitsPerSecond;

  @Option(
      names = "--request",
      paramLabel = "SIZE",
      converter = PayloadOption.class,
      description = "Payload of a request, such as 512 or 1KiB; 1KiB with --measure.")
  private Integer requestBytes;

  @Option(
      names = "--answer",
      paramLabel = "SIZE",
      converter = PayloadOption.class,
      description = "Payload of an answer. Default: as in the profile.")
  private Integer answerBytes;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Number of replicas of the cluster. Default: as in the profile.")
  private Integer replicas;

  @Option(
      names = "--topology",
      paramLabel = "lan|wan",
      description =
          "lan: all messages that the leader sends share one link of --bandwidth. wan: a link of it to each"
              + " replica, and clients near the leader. Default: both, and the narrower holds; only --measure"
              + " finds that they differ.")
  private Topology topology;

  // Null if it was not measured.
  private Double sharedBitsPerSecond;

  @Option(
      names = "--max-latency",
      paramLabel = "TIME",
      converter = MillisOption.class,
      description = "The longest time that a request may take. Default: no limit.")
  private Double latencyMillisMax;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      defaultValue = "tune.png",
      description = "Output file of the picture.")
  private Path picture;

  @Option(names = "--json", description = "Prints a JSON object instead of text.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    checkUsage();
    return measuring.isAsked() ? measureAndAdvise() : advise();
  }

  private int advise() {
    try {
      AdviceReport report = report(ProfileFile.read(profile));
      print(report.text(), report.json());
      write(report.advice());
      reportWritten(picture.toString());
      return exitCode(report);
    } catch (ProfileException refused) {
      throw new CommandFailure(refused.getMessage(), refused);
    }
  }

  private int measureAndAdvise() throws InterruptedException {
    OutputFiles.check(measuring.profile(), "--out", spec);
    OutputFiles.check(measuring.picture(), "--profile-plot", spec);
    OutputFiles.check(picture, "--plot", spec);
    requestBytes = requestBytes == null ? REQUEST_BYTES_DEFAULT : requestBytes;
    checkFits();
    ClusterMeasurement measured =
        ClusterMeasurement.of(
            measuring, requestBytes, bitsPerSecond, spec.commandLine().getErr()::println);
    roundTripMillis = roundTripMillis == null ? measured.roundTripMillis() : roundTripMillis;
    bitsPerSecond = measured.bitsPerSecond();
    sharedBitsPerSecond = measured.sharedBitsPerSecond();
    AdviceReport report = report(measured.profile());
    Verification.Result seen =
        measured.verify(
            measuring,
            requestBytes,
            report.advice().recommended(),
            spec.commandLine().getErr()::println);
    Map<String, Object> fields = report.json("predicted");
    fields.put("measured", MeasurementText.json(measured));
    String text = MeasurementText.of(measured) + "\n" + report.prediction() + "\n";
    if (seen == null) {
      print(text + UNVERIFIED, fields);
    } else {
      VerificationReport verified = new VerificationReport(seen, latencyMillisMax());
      fields.put("recommended", verified.recommended());
      fields.put("verified", verified.json());
      print(text + verified.text(), fields);
    }
    measured.write(measuring.profile(), measuring.picture());
    write(report.advice());
    String profiles = measured.fit().isClose() ? measuring.profile() + ", " : "";
    reportWritten("%s%s, %s".formatted(profiles, measuring.picture(), picture));
    return exitCode(report);
  }

  private void print(String text, Map<String, Object> fields) {
    spec.commandLine().getOut().print(json ? Json.line(fields) + "\n" : text);
  }

  private void reportWritten(String files) {
    if (!json) {
      spec.commandLine().getOut().printf("%nwritten: %s%n", files);
    }
  }

  private static int exitCode(AdviceReport report) {
    return report.advice().isLatencyKept() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void checkUsage() {
    if (measuring.isAsked()) {
      if (profile != null) {
        throw badUsage("--measure writes a profile (--out) and reads none: omit PROFILE");
      }
      return;
    }
    List<String> missing = new ArrayList<>();
    addIfMissing(missing, profile, "PROFILE");
    addIfMissing(missing, roundTripMillis, "--rtt");
    addIfMissing(missing, bitsPerSecond, "--bandwidth");
    addIfMissing(missing, requestBytes, "--request");
    if (!missing.isEmpty()) {
      throw badUsage(
          "without --measure these are also required: %s".formatted(String.join(", ", missing)));
    }
  }

  /** What is measured would be lost. */
  private void checkFits() {
    try {
      Advice.checkFits(MessageSizes.ofSynod(requestBytes, 0));
    } catch (IllegalArgumentException tooLarge) {
      throw badUsage(tooLarge.getMessage());
    }
  }

  private static void addIfMissing(List<String> missing, Object value, String name) {
    if (value == null) {
      missing.add(name);
    }
  }

  private ParameterException badUsage(String reason) {
    return new ParameterException(spec.commandLine(), reason);
  }

  private AdviceReport report(Profile measured) {
    try {
      Advice advice = Advice.of(model(measured), latencyMillisMax());
      return new AdviceReport(advice, latencyMillisMax());
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }

  private PhaseTwoModel model(Profile measured) {
    return new PhaseTwoModel(
        replicas == null ? measured.replicas() : replicas,
        link(),
        MessageSizes.ofSynod(
            requestBytes, answerBytes == null ? measured.answerBytes() : answerBytes),
        measured.costs(),
        measured.sharing());
  }

  private Link link() {
    double oneWayMillis = roundTripMillis / 2;
    return topology == null
        ? Link.ofBits(
            bitsPerSecond,
            sharedBitsPerSecond == null ? bitsPerSecond : sharedBitsPerSecond,
            oneWayMillis)
        : Link.ofBits(topology, bitsPerSecond, oneWayMillis);
  }

  private double latencyMillisMax() {
    return latencyMillisMax == null ? Double.POSITIVE_INFINITY : latencyMillisMax;
  }

  private void write(Advice advice) {
    try {
      AdvicePlot.write(advice, picture);
    } catch (IOException refused) {
      throw new CommandFailure("cannot write: " + refused, refused);
    }
  }
}

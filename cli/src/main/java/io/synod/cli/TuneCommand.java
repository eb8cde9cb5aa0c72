package io.synod.cli;

import io.synod.cli.storage.Json;
import io.synod.cli.tuning.AdviceReport;
import io.synod.core.tuning.Link;
import io.synod.core.tuning.MessageSizes;
import io.synod.core.tuning.PhaseTwoModel;
import io.synod.core.tuning.Topology;
import io.synod.tuning.advice.Advice;
import io.synod.tuning.plot.AdvicePlot;
import io.synod.tuning.profile.Profile;
import io.synod.tuning.profile.ProfileException;
import io.synod.tuning.profile.ProfileFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Recommends batch size and window. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Recommends batch.max-bytes and pipeline.window for a profile, a network and a workload: of all"
          + " powers of two that keep the latency, the smallest whose predicted throughput is within"
          + " 1 %% of the greatest, and the smallest window that gives it.",
      "The latency is that of the first request of a batch at that throughput: until the batch is"
          + " full, and then its instance's. Exit code 1 if no batch keeps --max-latency; the one with"
          + " the lowest latency is then told."
    })
final class TuneCommand implements Callable<Integer> {
  private static final double WAN_RTT_MILLIS = 10;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PROFILE", description = "What 'synod fit' has written.")
  private Path profile;

  @Option(
      names = "--rtt",
      required = true,
      paramLabel = "TIME",
      converter = MillisOption.class,
      description = "From the leader to a majority and back, such as 200us or 100ms.")
  private Double roundTripMillis;

  @Option(
      names = "--bandwidth",
      required = true,
      paramLabel = "RATE",
      converter = BandwidthOption.class,
      description = "Of the leader's link, such as 940Mbit (of 10^6 bit) or 10Gbit.")
  private Double bitsPerSecond;

  @Option(
      names = "--request",
      required = true,
      paramLabel = "SIZE",
      converter = PayloadOption.class,
      description = "Payload of a request, such as 512 or 1KiB.")
  private Integer requestBytes;

  @Option(
      names = "--answer",
      paramLabel = "SIZE",
      converter = PayloadOption.class,
      description = "Payload of an answer; as in the profile unless said.")
  private Integer answerBytes;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Of the cluster; as in the profile unless said.")
  private Integer replicas;

  @Option(
      names = "--topology",
      paramLabel = "lan|wan",
      converter = TopologyOption.class,
      description =
          "lan: all that the leader sends shares one link. wan: a link to each replica, and clients"
              + " near the leader. Unless said, wan from a round trip of 10 ms on.")
  private Topology topology;

  @Option(
      names = "--max-latency",
      paramLabel = "TIME",
      converter = MillisOption.class,
      description = "What a request may take; anything unless said.")
  private Double latencyMillisMax;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      defaultValue = "tune.png",
      description = "Where the picture is written.")
  private Path picture;

  @Option(names = "--json", description = "Prints a JSON object instead of text.")
  private boolean json;

  @Override
  public Integer call() {
    AdviceReport report = new AdviceReport(advice(), latencyMillisMax());
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? Json.line(report.json()) + "\n" : report.text());
    out.flush();
    write(report.advice());
    if (!json) {
      out.printf("%nwritten: %s%n", picture);
      out.flush();
    }
    return report.advice().isLatencyKept() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Advice advice() {
    try {
      return Advice.of(model(ProfileFile.read(profile)), latencyMillisMax());
    } catch (ProfileException refused) {
      throw new CommandFailure(refused.getMessage(), refused);
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }

  private PhaseTwoModel model(Profile measured) {
    Topology usual = roundTripMillis < WAN_RTT_MILLIS ? Topology.LAN : Topology.WAN;
    return new PhaseTwoModel(
        replicas == null ? measured.replicas() : replicas,
        Link.ofBits(topology == null ? usual : topology, bitsPerSecond, roundTripMillis / 2),
        MessageSizes.ofSynod(
            requestBytes, answerBytes == null ? measured.answerBytes() : answerBytes),
        measured.costs());
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

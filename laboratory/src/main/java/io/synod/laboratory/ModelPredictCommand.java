package io.synod.laboratory;

import io.synod.cli.storage.Json;
import io.synod.laboratory.tuning.PredictionReport;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Sharing;
import io.synod.tuning.model.Topology;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The model for any inputs. */
@Command(
    name = "predict",
    showDefaultValues = true,
    description = {
      "Computes every quantity of the model (S13, section III) for one size of batches.",
      "The leader's CPU time counts as that of one processor, without parallel work."
    })
final class ModelPredictCommand implements Callable<Integer> {
  private static final String SYNOD = "synod";
  private static final String PAPER = "S13";

  @Spec private CommandSpec spec;

  @Option(
      names = "--topology",
      required = true,
      paramLabel = "lan|wan",
      description =
          "lan: all messages that the leader sends share one link. wan: a link to each replica, and clients"
              + " near the leader.")
  private Topology topology;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of replicas of the cluster.")
  private int replicas;

  @Option(
      names = "--bandwidth",
      required = true,
      paramLabel = "RATE",
      converter = BandwidthOption.class,
      description = "Bandwidth of the leader's link, such as 940Mbit (of 10^6 bit) or 10Gbit.")
  private Double bitsPerSecond;

  @Option(
      names = "--latency",
      required = true,
      paramLabel = "TIME",
      converter = MillisOption.class,
      description = "Latency of one direction, such as 100us or 20ms.")
  private Double oneWayMillis;

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
      defaultValue = "8",
      converter = PayloadOption.class,
      description = "Payload of an answer.")
  private int answerBytes;

  @Option(
      names = "--batch",
      required = true,
      paramLabel = "N",
      description = "Number of requests in a batch.")
  private Integer requests;

  @Option(
      names = "--phi-cli",
      required = true,
      paramLabel = "A,B",
      description =
          "CPU of receiving a request and sending its answer, over the bytes of both: ms per KiB, ms.")
  private LinearCost client;

  @Option(
      names = "--phi-rep",
      required = true,
      paramLabel = "A,B",
      description =
          "CPU of an Accept to one replica and its Accepted, over the bytes of both: ms per KiB, ms.")
  private LinearCost replica;

  @Option(
      names = "--phi-exec",
      paramLabel = "MS",
      defaultValue = "0",
      description = "CPU of executing a request, ms.")
  private double executionMillis;

  @Option(
      names = "--sharing",
      paramLabel = "P,R,K,W",
      description =
          "What the papers leave out: milliseconds that pass for each of the leader's CPU time; what others on its"
              + " processors take, ms a request and ms per KiB of a batch; a wait of each instance that those under way"
              + " share, ms. Default: 1,0,0,0, the papers' model.")
  private Sharing sharing = Sharing.NONE;

  @Option(
      names = "--disk",
      paramLabel = "A,B",
      description =
          "What a commit of the journal takes, over the bytes of a batch: ms per KiB, ms; instances under way share"
              + " the second. Default: no disk.")
  private LinearCost disk;

  @Option(
      names = "--headers",
      paramLabel = SYNOD + "|" + PAPER,
      defaultValue = SYNOD,
      description = "Headers of the messages: Synod's, or those behind S13's tables.")
  private String headers;

  @Option(names = "--json", description = "Prints a JSON object instead of text.")
  private boolean json;

  @Override
  public Integer call() {
    PredictionReport report = report();
    spec.commandLine().getOut().println(json ? Json.line(report.json()) : report.text());
    return ExitCode.OK;
  }

  private PredictionReport report() {
    try {
      PhaseTwoModel model =
          new PhaseTwoModel(
              replicas,
              Link.ofBits(topology, bitsPerSecond, oneWayMillis),
              sizes(),
              new CpuCosts(client, replica, executionMillis),
              disk == null ? sharing : sharing.withDisk(disk));
      return new PredictionReport(model, model.predict(requests));
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
  }

  private MessageSizes sizes() {
    return switch (headers) {
      case SYNOD -> MessageSizes.ofSynod(requestBytes, answerBytes);
      case PAPER -> MessageSizes.ofPaper(requestBytes, answerBytes);
      default -> throw new IllegalArgumentException("headers of " + headers + ": synod or S13");
    };
  }
}

package io.synod.laboratory;

import io.synod.cli.CommandFailure;
import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.UnidentifiedException;
import io.synod.fitting.measurement.MeasurementException;
import io.synod.fitting.measurement.Measurements;
import io.synod.laboratory.tuning.FitText;
import io.synod.tuning.model.Sharing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fits the cost model to measurements. */
@Command(
    name = "fit",
    showDefaultValues = true,
    description = {
      "Fits the cost model to the measurements that replicas write, writes a profile for 'synod"
          + " tune', and a picture of the measured costs beside the model's.",
      "Needs runs under load with requests of at least two sizes and batches of at least two"
          + " sizes. Exit code 1 if the runs do not determine the parameters; the runs to add are"
          + " printed."
    })
final class FitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE.csv",
      description = "Measurement files, each of one or more runs and replicas.")
  private List<Path> files;

  @Option(
      names = "--from",
      paramLabel = "stages|total",
      defaultValue = "stages",
      description =
          "stages: phi_cli from the client sockets' and the batcher's CPU time, phi_rep from the"
              + " replica sockets', the protocol's and the journal's. total: both together from all"
              + " threads, as in S13; also needs answers of at least two sizes. phi_exec is the"
              + " service's CPU time in both cases, since totals cannot separate it from phi_cli.")
  private FitSource source;

  @Option(
      names = "--skip",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = MillisOption.class,
      description = "Warm-up of each replica in each file, from its first interval on.")
  private double skipMillis;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "profile.properties",
      description = "Output file of the profile.")
  private Path profile;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      defaultValue = "profile.png",
      description = "Output file of the picture.")
  private Path picture;

  @Override
  public Integer call() {
    OutputFiles.check(profile, "--out", spec);
    OutputFiles.check(picture, "--plot", spec);
    try {
      Measurements measurements = Measurements.read(files, skip());
      CostFit fit = CostFit.of(measurements.intervals(), source);
      PrintWriter out = spec.commandLine().getOut();
      out.print(FitText.of(measurements, fit));
      out.flush();
      OutputFiles.write(fit, Sharing.NONE, profile, picture);
      if (!fit.isClose()) {
        out.print(
            FitText.OFF
                + "  The picture shows where. Leave out runs with other load on the machine.\n");
      }
      out.printf("%nwritten: %s%n", fit.isClose() ? profile + ", " + picture : picture);
      return fit.isClose() ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (MeasurementException | UnidentifiedException refused) {
      throw new CommandFailure(refused.getMessage(), refused);
    }
  }

  private Duration skip() {
    return Duration.ofMillis(Math.round(skipMillis));
  }
}

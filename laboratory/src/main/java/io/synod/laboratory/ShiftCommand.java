package io.synod.laboratory;

import io.synod.benchmarks.cluster.BenchOptions;
import io.synod.benchmarks.sweep.Shift;
import io.synod.benchmarks.sweep.ShiftPicture;
import io.synod.benchmarks.sweep.ShiftResult;
import io.synod.benchmarks.sweep.ShiftRun;
import io.synod.cli.CommandFailure;
import io.synod.cli.DurationOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Follows automatic limits through a change around the cluster. */
@Command(
    name = "shift",
    showDefaultValues = true,
    description = {
      "Follows automatic limits of batches through a change under load and back again, second by second, and compares"
          + " them with the best of the fixed limits around: writes a picture of each shift.",
      "Shifts: request-size (128 bytes, 1 KiB), disk (another process keeps it busy), round-trip (0, 50 ms), bandwidth"
          + " (100, 10 Mbit/s), load (50,000, 500,000 requests/s), members (three, five), leader (another region). Each"
          + " takes some six minutes."
    })
final class ShiftCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--shift",
      paramLabel = "NAME",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      description = "One or more, separated by commas. Default: all.")
  private List<Shift> shifts = List.of(Shift.values());

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results/shift",
      description = "Directory for the pictures.")
  private Path results;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "15s",
      converter = DurationOption.class,
      description = "Warm-up of each cluster, with fixed limits.")
  private Duration warmUp;

  @Option(
      names = "--sweeps",
      paramLabel = "N",
      defaultValue = "2",
      description = "Times that the limits around are measured after each phase.")
  private int sweeps;

  @Override
  public Integer call() throws InterruptedException {
    if (sweeps < 1) {
      throw new ParameterException(spec.commandLine(), "--sweeps must be at least 1");
    }
    OutputFiles.checkIn(results, shifts.stream().map(this::picture).toList(), "--results", spec);
    PrintWriter out = spec.commandLine().getOut();
    try {
      for (Shift shift : shifts) {
        ShiftResult result =
            ShiftRun.run(
                shift,
                new ShiftRun.Plan(warmUp, sweeps),
                BenchOptions.JVM_OPTIONS,
                spec.commandLine().getErr()::println);
        out.println(result.table());
        out.flush();
        ShiftPicture.write(result, picture(shift));
      }
      return ExitCode.OK;
    } catch (IOException refused) {
      throw new CommandFailure("cannot write into " + results + ": " + refused, refused);
    }
  }

  private Path picture(Shift shift) {
    return results.resolve(shift.word() + ".png");
  }
}

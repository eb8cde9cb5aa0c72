package io.synod.laboratory;

import io.synod.cli.CommandFailure;
import io.synod.link.LinkShape;
import io.synod.link.accuracy.Figure;
import io.synod.link.accuracy.LinkAccuracy;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures how close links come to their shapes. */
@Command(
    name = "check",
    showDefaultValues = true,
    description = {
      "Measures emulated links on loopback beside what they should be: latency as half of a round"
          + " trip on the idle link, then latency and bandwidth with both directions full.",
      "Medians must be within 2 ms or 5 %% (latency) and 5 %% (bandwidth); p99 is only shown, as is"
          + " the full-link latency of a link without a delay. Other load on the processors"
          + " distorts the figures."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:all medians are within their bounds", "1:one is not", "2:invalid options"})
final class LinkCheckCommand implements Callable<Integer> {
  private static final int ROUNDS_MAX = 1_000;
  private static final String LINE = "%-10s %-20s %10s %10s %10s %10s %-6s  %s";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "Links to measure: wan-50ms, wan-150ms, lan. Default: all.")
  private List<String> names = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of connections to measure, about two seconds each; from 1 to 1000.")
  private int rounds;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, LinkShape> shapes = shapes();
    PrintWriter out = spec.commandLine().getOut();
    out.println(line("", "", "nominal", "measured", "error", "allowed", "", ""));
    boolean hold = true;
    for (Map.Entry<String, LinkShape> shape : shapes.entrySet()) {
      List<Figure> figures = measure(shape.getValue());
      figures.forEach(figure -> out.println(line(shape.getKey(), figure)));
      out.flush();
      hold &= figures.stream().allMatch(Figure::holds);
    }
    return hold ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Map<String, LinkShape> shapes() {
    if (rounds < 1 || rounds > ROUNDS_MAX) {
      throw badUsage("--rounds takes 1 to %d, not %d".formatted(ROUNDS_MAX, rounds));
    }
    if (names.isEmpty()) {
      return LinkShape.named();
    }
    Map<String, LinkShape> chosen = new LinkedHashMap<>();
    try {
      names.forEach(name -> chosen.put(name, LinkShape.named(name)));
    } catch (IllegalArgumentException unknown) {
      throw badUsage(unknown.getMessage());
    }
    return chosen;
  }

  private ParameterException badUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private List<Figure> measure(LinkShape shape) throws InterruptedException {
    try {
      return LinkAccuracy.measure(shape, rounds);
    } catch (IOException stuck) {
      throw new CommandFailure("a link of %s: %s".formatted(shape, stuck.getMessage()), stuck);
    }
  }

  private static String line(String name, Figure figure) {
    return line(
        name,
        figure.what(),
        number(figure.nominal()),
        number(figure.measured()),
        number(figure.error()),
        figure.isBounded() ? number(figure.errorMax()) : "",
        figure.unit(),
        figure.holds() ? "" : "beyond its bound");
  }

  private static String line(Object... cells) {
    return LINE.formatted(cells).stripTrailing();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}

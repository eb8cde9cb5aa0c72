package io.synod.laboratory;

import io.synod.cli.Version;
import io.synod.simulation.explore.Bound;
import io.synod.simulation.explore.Exploration;
import io.synod.simulation.explore.ExplorationProgress;
import io.synod.simulation.explore.ExplorationResult;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Explores every order of events of a small cluster. */
@Command(
    name = "explore",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Explores every order of events of a small cluster, up to a bound: which message arrives next,"
          + " and which never or again; whose timer runs out; who crashes, and what of its disk"
          + " survives. The replicas are the real ones; in every state it is checked that nothing"
          + " decided, promised or voted is contradicted.",
      "Exit code 1 if something is; the shortest way there is printed, a line for each event. See"
          + " docs/testing.md for what the bound does not cover.",
      "A wider bound takes more memory: SYNOD_JAVA_OPTS=-Xmx8g.%n"
    },
    footerHeading = "%nFor example:%n",
    footer = {
      "  synod explore",
      "  synod explore --bound medium --seconds 600",
      "  synod explore --start superseded --requests 2 --timers 2 --crashes 0",
    })
final class ExploreCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = "--bound",
      paramLabel = "NAME",
      defaultValue = "small",
      description = {
        "small (default), medium or large: a choice of all limits below, of which each can be"
            + " changed:",
        "small: a request, an election and a crash;",
        "medium: two requests at a time and an election;",
        "large: all of it and more, for as long as there are time and memory"
      })
  private String name;

  @Option(
      names = "--start",
      paramLabel = "WHERE",
      description = {
        "formed: nobody has been elected yet",
        "elected: replica 0 leads",
        "suspected: the same, the others have lost their connections to it",
        "superseded: the same, and replica 1 was elected without its knowledge",
        "overtaken: the same, and they have proposed different requests in one slot"
      })
  private String start;

  @Option(names = "--replicas", paramLabel = "N", description = "Replicas of the cluster.")
  private String replicas;

  @Option(names = "--requests", paramLabel = "N", description = "Requests of clients.")
  private String requests;

  @Option(names = "--window", paramLabel = "N", description = "Slots open at a time.")
  private String window;

  @Option(
      names = "--views",
      paramLabel = "N",
      description = "The last round in which a view is promised.")
  private String views;

  @Option(
      names = "--timers",
      paramLabel = "N",
      description = "How often a timer runs out, or a connection to the leader breaks.")
  private String timers;

  @Option(
      names = "--crashes",
      paramLabel = "N",
      description = "How often a replica crashes and restarts.")
  private String crashes;

  @Option(
      names = "--duplicates",
      paramLabel = "N|any",
      description =
          "Messages that arrive again; any (the default of every bound) takes fewer states.")
  private String duplicates;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0",
      description = "Ends it after so long; 0 (default): when the bound is exhausted.")
  private long seconds;

  @Override
  public Integer call() {
    Bound bound = bound();
    ExplorationResult result;
    try (ExploreProgress progress = ExploreProgress.of(seconds)) {
      result = Exploration.explore(bound, seconds == 0 ? Long.MAX_VALUE : seconds, progress::show);
    }
    PrintWriter out = spec.commandLine().getOut();
    tell(result, out);
    out.flush();
    return result.violation() == null ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Bound bound() {
    if (seconds < 0) {
      throw new ParameterException(spec.commandLine(), "--seconds must not be negative");
    }
    Map<String, String> limits = new TreeMap<>();
    put(limits, "start", start);
    put(limits, "replicas", replicas);
    put(limits, "requests", requests);
    put(limits, "window", window);
    put(limits, "views", views);
    put(limits, "timers", timers);
    put(limits, "crashes", crashes);
    put(limits, "duplicates", duplicates);
    try {
      return Bound.named(name).with(limits);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage());
    }
  }

  private static void put(Map<String, String> limits, String name, String value) {
    if (value != null) {
      limits.put(name, value);
    }
  }

  private static void tell(ExplorationResult result, PrintWriter out) {
    ExplorationProgress progress = result.progress();
    out.println("bound: " + result.bound());
    out.println(outcome(result));
    out.printf(
        Locale.ROOT,
        "states: %,d of the cluster, %,d of a replica%n"
            + "transitions: %,d of the cluster, %,d of real replicas%n",
        progress.states(),
        progress.replicaStates(),
        progress.transitions(),
        progress.steps());
    double took = progress.elapsedNanos() / NANOS_PER_SECOND;
    out.printf(
        Locale.ROOT,
        "depth: %d events%ntime: %.1f seconds, %,.0f states/s%n",
        progress.depth(),
        took,
        progress.states() / took);
    if (result.violation() != null) {
      out.println();
      out.print(result.violation());
    }
  }

  private static String outcome(ExplorationResult result) {
    String soFar =
        "; nothing is wrong in any state that %d events or fewer lead to"
            .formatted(result.progress().depth());
    return switch (result.ending()) {
      case EXHAUSTED -> "outcome: exhausted, nothing is wrong in any state within the bound";
      case OUT_OF_TIME -> "outcome: the time is up" + soFar;
      case OUT_OF_MEMORY -> "outcome: the memory is used up (SYNOD_JAVA_OPTS=-Xmx8g)" + soFar;
      case VIOLATED -> "outcome: SOMETHING IS WRONG, see below";
    };
  }
}

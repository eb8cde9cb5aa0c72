package io.synod.laboratory;

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
    description = {
      "Explores every order of events of a small cluster, up to a bound: which message arrives next,"
          + " which is lost or duplicated, which timer expires, which replica crashes, and which of its writes"
          + " survive. The replicas run the real code. In every state the checks compare all"
          + " decisions, promises and votes.",
      "Exit code 1 after a violation; the shortest path to it is printed, a line for each event. See"
          + " docs/testing.md for what the bound does not cover.",
      "A wider bound takes more memory: SYNOD_JAVA_OPTS=-Xmx8g.%n"
    },
    footerHeading = "%nFor example:%n",
    footer = {
      "  synod explore",
      "  synod explore --bound medium --seconds 600",
      "  synod explore --start superseded --requests 2 --timers 2 --crashes 0",
      "  synod explore --start elected --changes 1 --alpha 2 --requests 0 --timers 0 --crashes 0",
    })
final class ExploreCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = "--bound",
      paramLabel = "NAME",
      defaultValue = "small",
      description = {
        "small (default), medium or large: a preset of all limits below, each of which can be"
            + " changed:",
        "small: a request, an election and a crash;",
        "medium: two requests at a time and an election;",
        "large: all of these and more, until time or memory runs out"
      })
  private String name;

  @Option(
      names = "--start",
      paramLabel = "WHERE",
      description = {
        "formed: no leader has been elected yet",
        "elected: replica 0 leads",
        "suspected: the same, the others have lost their connections to it",
        "superseded: the same, and replica 1 was elected without its knowledge",
        "overtaken: the same, and both have proposed different requests in one slot"
      })
  private String start;

  @Option(names = "--replicas", paramLabel = "N", description = "Number of replicas.")
  private String replicas;

  @Option(names = "--requests", paramLabel = "N", description = "Number of client requests.")
  private String requests;

  @Option(names = "--window", paramLabel = "N", description = "Number of slots open at a time.")
  private String window;

  @Option(
      names = "--views",
      paramLabel = "N",
      description = "The greatest view number that is promised in a membership.")
  private String views;

  @Option(
      names = "--timers",
      paramLabel = "N",
      description = "How often a timer expires, or a connection to the leader breaks.")
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
          "Number of duplicated messages; any (the default of every bound) takes fewer states.")
  private String duplicates;

  @Option(
      names = "--changes",
      paramLabel = "N",
      description =
          "How often an operator asks a leader to replace the last member by a standby, 0 (the"
              + " default of every bound) to 2. The standby is one replica more; the change is made"
              + " once.")
  private String changes;

  @Option(
      names = "--alpha",
      paramLabel = "N",
      description =
          "The change holds so many slots after its decision, 1 to 8; default: the window.")
  private String alpha;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0",
      description = "Time limit; 0 (default): none, ends when the bound is exhausted.")
  private long seconds;

  @Override
  public Integer call() {
    Bound bound = bound();
    ExplorationResult result;
    try (ExploreProgress progress = new ExploreProgress(seconds)) {
      result = Exploration.explore(bound, seconds == 0 ? Long.MAX_VALUE : seconds, progress::show);
    }
    print(result, spec.commandLine().getOut());
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
    put(limits, "changes", changes);
    put(limits, "alpha", alpha);
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

  private static void print(ExplorationResult result, PrintWriter out) {
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
        "; no violation in any state after at most %d events".formatted(result.progress().depth());
    return switch (result.ending()) {
      case EXHAUSTED -> "outcome: exhausted, no violation in any state within the bound";
      case OUT_OF_TIME -> "outcome: time limit reached" + soFar;
      case OUT_OF_MEMORY -> "outcome: out of memory (SYNOD_JAVA_OPTS=-Xmx8g)" + soFar;
      case VIOLATED -> "outcome: VIOLATION, see below";
    };
  }
}

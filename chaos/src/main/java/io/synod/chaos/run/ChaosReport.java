package io.synod.chaos.run;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.chaos.fault.FaultKind;
import io.synod.chaos.register.Registers;
import io.synod.chaos.timeline.Availability;
import io.synod.chaos.timeline.FaultSpan;
import io.synod.chaos.timeline.Span;
import io.synod.chaos.timeline.Timeline;
import io.synod.chaos.timeline.TimelinePicture;
import io.synod.examples.kv.cluster.Digests;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/** The result of a finished run: as text, as JSON, and as a picture. Any thread. */
public final class ChaosReport {
  private static final String PICTURE = "chaos.svg";
  private static final String FIGURES = "chaos.json";
  private static final int SILENCE_MILLIS_MIN = 300;
  private static final String RECOVERY = "alone       mean        max";
  private static final int LINES_MAX = 20;

  private final ChaosOptions options;
  private final Timeline timeline;
  private final Registers registers;
  private final Digests digests;
  private final List<Operator.Action> actions;
  private final Availability availability;
  private final Outcome outcome;
  private final List<String> problems;

  /** The outcome of a run. */
  public enum Outcome {
    HOLDS,
    VIOLATED,
    /** Too few answers, or no action of an operator, to prove anything. */
    INVALID,
    /** No problem was found before the interruption. */
    INTERRUPTED
  }

  /**
   * @param timeline that has ended
   * @param registers that have been checked
   * @param digests null if the run was not complete
   * @param actions of the operator, by time
   */
  ChaosReport(
      ChaosOptions options,
      Timeline timeline,
      Registers registers,
      Digests digests,
      List<Operator.Action> actions,
      Outcome outcome,
      List<String> problems) {
    this.options = options;
    this.timeline = timeline;
    this.registers = registers;
    this.digests = digests;
    this.actions = actions;
    this.problems = List.copyOf(problems);
    availability = Availability.of(timeline);
    boolean provesNothing = isSlow() || options.operator().acts() && actionsDone() == 0;
    this.outcome = outcome == Outcome.HOLDS && provesNothing ? Outcome.INVALID : outcome;
  }

  private boolean isSlow() {
    return availability.answersPerSecond() < options.rates().minimum();
  }

  public Outcome outcome() {
    return outcome;
  }

  /** The problems, each with its evidence. */
  public List<String> problems() {
    return problems;
  }

  public Availability availability() {
    return availability;
  }

  /** How many actions of the operator were done, not refused or given up. */
  public long actionsDone() {
    return actions.stream().filter(one -> one.failure() == null).count();
  }

  /** The files that a run with this {@link ChaosOptions#directory} writes or replaces. */
  public static List<Path> files(Path directory) {
    return List.of(directory.resolve(PICTURE), directory.resolve(FIGURES));
  }

  /** The file of the picture. */
  public Path picture() {
    return options.directory().resolve(PICTURE);
  }

  /** The JSON file of the figures. */
  public Path figures() {
    return options.directory().resolve(FIGURES);
  }

  void write() throws IOException {
    Files.createDirectories(options.directory());
    String title =
        "%d replicas, %d clients, seed %d: %,d answers, %d faults"
            .formatted(
                options.replicas(),
                options.clients(),
                options.faults().seed(),
                availability.answers(),
                timeline.faults().size());
    String verdict = verdict() + "; " + served();
    Files.writeString(
        picture(), TimelinePicture.draw(timeline, options.processes(), title, verdict));
    JSON json = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT);
    Files.writeString(figures(), json.asString(toMap()));
  }

  private String verdict() {
    return switch (outcome) {
      case HOLDS -> "linearizable, all replicas equal";
      case VIOLATED -> "VIOLATED";
      case INVALID ->
          isSlow()
              ? "INVALID: fewer answers than the minimum rate"
              : "INVALID: the operator has done nothing";
      case INTERRUPTED -> "interrupted, linearizable so far";
    };
  }

  private String served() {
    return String.format(
        Locale.ROOT,
        "answers in %.1f %% of all tenths of a second, longest time without an answer %.1f s",
        availability.servedShare() * 100,
        availability.longestSilenceMillis() / 1000.0);
  }

  void print(PrintStream out) {
    print(
        out,
        "answers",
        "%,d in %.0f s: %,.0f/s, at least %,.0f/s asked for",
        availability.answers(),
        timeline.nowMillis() / 1000.0,
        availability.answersPerSecond(),
        options.rates().minimum());
    print(out, "of unknown outcome", "%,d", registers.unknown());
    print(out, "served", "%s", served());
    print(
        out,
        "history",
        "%,d of %,d registers linearizable",
        registers.checked(),
        registers.count());
    print(out, "digests", "%s", digests == null ? "not compared" : digests);
    out.printf("%n  %-12s %6s   %-28s %s%n", "", "", "recovery, leader hit", "leader not hit");
    out.printf("  %-12s %6s   %-28s %s%n", "fault", "count", RECOVERY, RECOVERY);
    availability.kinds().forEach((kind, effect) -> print(out, kind, effect));
    printActions(out);
    out.println();
    print(out, "picture", "%s", picture());
    print(out, "figures", "%s", figures());
    problems.forEach(problem -> out.println("\nWRONG: " + shortened(problem)));
    out.printf("%n%s%n", verdict());
  }

  private void printActions(PrintStream out) {
    if (actions.isEmpty()) {
      return;
    }
    out.printf(
        "%n  %-16s %6s %6s   %-30s %s%n",
        "operator", "done", "not", "longest without an answer", "until it was done");
    out.printf(
        "  %-16s %6s %6s   %10s %12s %17s %12s%n", "", "", "", "median", "max", "median", "max");
    for (Operator.Kind kind : Operator.Kind.values()) {
      List<Operator.Action> all = actions.stream().filter(one -> one.kind() == kind).toList();
      List<Operator.Action> done = all.stream().filter(one -> one.failure() == null).toList();
      if (!all.isEmpty()) {
        out.printf(
            Locale.ROOT,
            "  %-16s %6d %6d   %s      %s%n",
            word(kind),
            done.size(),
            all.size() - done.size(),
            text(done.stream().mapToLong(Operator.Action::pauseMillis)),
            text(done.stream().mapToLong(one -> one.endMillis() - one.beginMillis())));
      }
    }
  }

  /** Median and maximum. */
  private static String text(LongStream millis) {
    long[] sorted = millis.sorted().toArray();
    return sorted.length == 0
        ? "         -            -"
        : String.format(
            Locale.ROOT, "%,7d ms %,9d ms", sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }

  private static String word(Operator.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The end of a long history, which contains the error. */
  private static String shortened(String problem) {
    List<String> lines = problem.lines().toList();
    int left = lines.size() - LINES_MAX;
    return left <= 1
        ? problem
        : "%s%n    … %d lines, which are in %s%n%s"
            .formatted(
                lines.get(0),
                left - 1,
                FIGURES,
                String.join("\n", lines.subList(left, lines.size())));
  }

  private static void print(PrintStream out, FaultKind kind, Availability.Effect effect) {
    String leaderHit = text(effect.leaderHit());
    String others = text(effect.others());
    out.printf("  %-12s %6d   %-28s %s%n", kind.word(), effect.faults(), leaderHit, others);
  }

  private static String text(Availability.Recovery recovery) {
    return recovery.alone() == 0
        ? "    -"
        : String.format(
            Locale.ROOT,
            "%5d %,7d ms %,7d ms",
            recovery.alone(),
            recovery.meanMillis(),
            recovery.maxMillis());
  }

  private static void print(PrintStream out, String name, String format, Object... values) {
    out.printf("  %-20s %s%n", name, String.format(Locale.ROOT, format, values));
  }

  private Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("outcome", outcome.name().toLowerCase(Locale.ROOT));
    map.put("problems", problems);
    map.put("replicas", options.replicas());
    map.put("clients", options.clients());
    map.put("seed", options.faults().seed());
    map.put("seconds", timeline.nowMillis() / 1000.0);
    map.put("answers", availability.answers());
    map.put("unknown", registers.unknown());
    map.put("answersPerSecond", availability.answersPerSecond());
    map.put("minimumRate", options.rates().minimum());
    map.put("maximumRate", options.rates().maximum());
    map.put("servedShare", availability.servedShare());
    map.put("longestSilenceMillis", availability.longestSilenceMillis());
    map.put("registers", registers.count());
    map.put("registersLinearizable", registers.checked());
    map.put("digests", digests == null ? null : digests.toString());
    Map<String, Object> kinds = new LinkedHashMap<>();
    availability.kinds().forEach((kind, effect) -> kinds.put(kind.word(), toMap(effect)));
    map.put("kinds", kinds);
    map.put("faults", timeline.faults().stream().map(ChaosReport::toMap).toList());
    map.put("actions", actions.stream().map(ChaosReport::toMap).toList());
    map.put(
        "silences",
        timeline.silences().stream()
            .filter(silence -> silence.lengthMillis() >= SILENCE_MILLIS_MIN)
            .map(ChaosReport::toMap)
            .toList());
    return map;
  }

  private static Map<String, Object> toMap(Availability.Effect effect) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("faults", effect.faults());
    map.put("leaderHit", toMap(effect.leaderHit()));
    map.put("others", toMap(effect.others()));
    return map;
  }

  private static Map<String, Object> toMap(Availability.Recovery recovery) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("alone", recovery.alone());
    map.put("meanRecoveryMillis", recovery.meanMillis());
    map.put("maxRecoveryMillis", recovery.maxMillis());
    return map;
  }

  private static Map<String, Object> toMap(Operator.Action action) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", word(action.kind()));
    map.putAll(toMap(new Span(action.beginMillis(), action.endMillis())));
    map.put("pauseMillis", action.pauseMillis());
    map.put("failure", action.failure());
    return map;
  }

  private static Map<String, Object> toMap(FaultSpan fault) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", fault.fault().kind().word());
    map.put("what", fault.fault().toString());
    map.putAll(toMap(fault.span()));
    map.put("leavesQuorum", fault.fault().leavesQuorum());
    map.put("leader", fault.leader());
    return map;
  }

  private static Map<String, Object> toMap(Span span) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("beginMillis", span.beginMillis());
    map.put("endMillis", span.endMillis());
    return map;
  }
}

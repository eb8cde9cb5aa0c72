package io.synod.chaos.timeline;

import io.synod.chaos.fault.FaultKind;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The clients' service as a timeline records it.
 *
 * @param answers up to the timeline's end
 * @param longestSilenceMillis the longest time without an answer
 * @param servedShare the share of tenths of a second with an answer
 * @param kinds the effect of each kind of fault
 */
public record Availability(
    long answers,
    double answersPerSecond,
    long longestSilenceMillis,
    double servedShare,
    Map<FaultKind, Effect> kinds) {

  // Longer than an election takes; a later silence is not the effect of this fault.
  private static final long AFTERMATH_MILLIS = 1500;

  /**
   * The effect of the faults of one kind.
   *
   * @param faults all of them
   * @param leaderHit those that hit the current leader or a link of it
   * @param others the other ones
   */
  public record Effect(int faults, Recovery leaderHit, Recovery others) {}

  /**
   * The longest time without an answer in a fault that leaves a majority; otherwise the time from
   * the fault's end to the first answer.
   *
   * @param alone the faults without a concurrent one: only these count
   */
  public record Recovery(int alone, long meanMillis, long maxMillis) {}

  /** Computed from a timeline that has ended. */
  public static Availability of(Timeline timeline) {
    int[] answers = timeline.answers();
    long total = 0;
    int served = 0;
    for (int count : answers) {
      total += count;
      served += count > 0 ? 1 : 0;
    }
    long longest = 0;
    for (Span silence : timeline.silences()) {
      longest = Math.max(longest, silence.lengthMillis());
    }
    double seconds = Math.max(1, timeline.nowMillis()) / 1000.0;
    return new Availability(
        total, total / seconds, longest, (double) served / answers.length, effects(timeline));
  }

  private static Map<FaultKind, Effect> effects(Timeline timeline) {
    Map<FaultKind, Effect> effects = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      List<FaultSpan> ofKind =
          timeline.faults().stream().filter(one -> one.fault().kind() == kind).toList();
      if (!ofKind.isEmpty()) {
        Recovery leaderHit = recovery(ofKind.stream().filter(FaultSpan::hitsLeader), timeline);
        Recovery others = recovery(ofKind.stream().filter(one -> !one.hitsLeader()), timeline);
        effects.put(kind, new Effect(ofKind.size(), leaderHit, others));
      }
    }
    return effects;
  }

  private static Recovery recovery(Stream<FaultSpan> faults, Timeline timeline) {
    List<FaultSpan> all = timeline.faults();
    LongSummaryStatistics millis =
        faults
            .filter(one -> isAlone(one, all))
            .mapToLong(one -> recoveryMillis(one, all, timeline.silences()))
            .summaryStatistics();
    int alone = (int) millis.getCount();
    return new Recovery(alone, Math.round(millis.getAverage()), alone == 0 ? 0 : millis.getMax());
  }

  private static boolean isAlone(FaultSpan fault, List<FaultSpan> all) {
    return all.stream().noneMatch(other -> other != fault && other.span().meets(fault.span()));
  }

  private static long recoveryMillis(FaultSpan fault, List<FaultSpan> all, List<Span> silences) {
    Span there = fault.span();
    if (!fault.fault().leavesQuorum()) {
      return silences.stream()
          .filter(silence -> silence.holds(there.endMillis()))
          .mapToLong(silence -> silence.endMillis() - there.endMillis())
          .max()
          .orElse(0);
    }
    long end = there.endMillis() + AFTERMATH_MILLIS;
    for (FaultSpan other : all) {
      if (other.span().beginMillis() >= there.endMillis()) {
        end = Math.min(end, other.span().beginMillis());
      }
    }
    // A silence begins at the last answer before it, which may lie just before its fault.
    long early = Timeline.BUCKET_MILLIS;
    Span felt = new Span(there.beginMillis() - early, end - early);
    return silences.stream()
        .filter(silence -> felt.holds(silence.beginMillis()))
        .mapToLong(Span::lengthMillis)
        .max()
        .orElse(0);
  }
}

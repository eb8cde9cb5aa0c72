package io.synod.chaos.timeline;

import io.synod.chaos.fault.FaultKind;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a timeline says of how its clients were served.
 *
 * @param longestSilenceMillis in which nobody was answered
 * @param servedShare of all tenths of seconds: those with an answer
 * @param kinds what each kind of fault has done
 */
public record Availability(
    double answersPerSecond,
    long longestSilenceMillis,
    double servedShare,
    Map<FaultKind, Effect> kinds) {

  // Longer than an election takes; what comes later is not this fault's doing.
  private static final long AFTERMATH_MILLIS = 1500;

  /**
   * Of the faults of one kind.
   *
   * @param faults all of them
   * @param leaderHit those that have hit the leader of that time, or a link of it
   * @param others those that have not
   */
  public record Effect(int faults, Recovery leaderHit, Recovery others) {}

  /**
   * The longest time without an answer that a fault has brought, where it has left a majority; else
   * the time from its end to the first answer.
   *
   * @param alone faults during which there was no other one: only of these
   */
  public record Recovery(int alone, long meanMillis, long maxMillis) {}

  /** Of a timeline that has ended. */
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
        total / seconds, longest, (double) served / answers.length, effects(timeline));
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
    // A silence is noted from the last answer before it on, which may lie just before its fault.
    long early = Timeline.BUCKET_MILLIS;
    Span felt = new Span(there.beginMillis() - early, end - early);
    return silences.stream()
        .filter(silence -> felt.holds(silence.beginMillis()))
        .mapToLong(Span::lengthMillis)
        .max()
        .orElse(0);
  }
}

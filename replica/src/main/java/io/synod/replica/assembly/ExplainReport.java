package io.synod.replica.assembly;

import io.synod.core.execution.Halt;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.TimeoutRange;
import io.synod.core.time.Timeouts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.TimeoutsConfig;
import io.synod.replica.stage.Tuning;
import io.synod.tuning.autopilot.Decision;
import io.synod.tuning.autopilot.Estimate;
import io.synod.tuning.autopilot.Search;
import io.synod.tuning.explain.Evidence;
import io.synod.tuning.explain.Explanation;
import io.synod.tuning.explain.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What limits a leader, its settings and the reasons for them, for people. */
final class ExplainReport {
  private static final double BUSY_SHOWN = 0.01;
  private static final double NANOS_PER_MILLI = 1e6;

  private final StringBuilder text = new StringBuilder(1 << 10);

  private ExplainReport() {}

  /**
   * @param evidence of the last ten seconds of this leader
   * @param nowNanos by the clock of the replica's stages
   */
  static String leader(
      int id,
      Evidence evidence,
      SynodConfig config,
      Timeouts timeouts,
      Tuning.State tuning,
      long nowNanos) {
    ExplainReport report = new ExplainReport();
    report.load(id, evidence);
    report.limit(Explanation.of(evidence));
    report.settings(config, tuning, evidence);
    report.timeouts(config.timeouts(), timeouts);
    report.decisions(tuning.search(), nowNanos);
    return report.text.toString();
  }

  /** Of a leader whose service waits behind a request: its load says nothing then. */
  static String halted(int id, Halt halt) {
    ExplainReport report = new ExplainReport();
    long slot = halt.request().slot();
    int index = halt.request().index();
    report.line("replica %d leads, and clients wait: its service executes nothing", id);
    report.line("");
    report.line(
        "What limits it:  The service, which threw at request %d of slot %d and executes nothing"
            + " more: %s",
        index, slot, StatusReport.printable(halt.exception()));
    report.line(
        "What would help: synod skip --config FILE --slot %d --request %d; the log says whether to"
            + " mend the service instead.",
        slot, index);
    return report.text.toString();
  }

  private void load(int id, Evidence evidence) {
    double instances = evidence.instancesPerSecond();
    double each = instances == 0 ? 0 : evidence.requestsPerSecond() / instances;
    line(
        "replica %d leads: %,.0f requests/s in %,.0f instances/s of %,.0f requests and %,.0f bytes",
        id, evidence.requestsPerSecond(), instances, each, evidence.batchBytes());
    if (instances == 0) {
      line("no batch was decided; %.1f slots are open", evidence.openMean());
    } else {
      line(
          "a request waits %.2f ms for its batch, which takes %.2f ms to decide; %.1f slots are open",
          evidence.queueMillis(), evidence.instanceMillis(), evidence.openMean());
    }
    if (evidence.refusedPerSecond() > 0) {
      line("%,.0f requests/s are answered BUSY: the queue is full", evidence.refusedPerSecond());
    }
  }

  private void limit(Explanation explanation) {
    line("");
    line("What limits it:  %s", explanation.limit());
    line("What would help: %s", explanation.help());
    line("");
    line("%-32s %s", "busy", "share");
    for (Resource resource : explanation.resources()) {
      if (resource.busy() >= BUSY_SHOWN) {
        line("%-32s %4.0f %%", resource.name(), 100 * resource.busy());
      }
    }
  }

  private void settings(SynodConfig config, Tuning.State tuning, Evidence evidence) {
    boolean isAuto = tuning.search() != null;
    line("");
    line("%-19s %9s  %s", "setting", "now", "why");
    line(
        "%-19s %,9d  %s",
        "batch.max-bytes",
        tuning.limits().maxBytes(),
        why(isAuto, config.autopilot().least().maxBytes(), config.autopilot().most().maxBytes()));
    line(
        "%-19s %,9d  %s",
        "pipeline.window",
        tuning.limits().window(),
        why(isAuto, config.autopilot().least().window(), config.autopilot().most().window()));
    double delayMillis = config.batch().maxDelayNanos() / NANOS_PER_MILLI;
    double shareMillis = evidence.instanceMillis() / tuning.limits().window();
    boolean isAdaptive = config.batch().policy() == BatchPolicy.ADAPTIVE;
    boolean isShare = isAdaptive && shareMillis < delayMillis;
    String most = isAdaptive ? "the configuration allows no more" : "the configuration says so";
    line(
        "%-19s %6.2f ms  %s",
        "batch.max-delay",
        isShare ? shareMillis : delayMillis,
        isShare ? "what a slot takes, over the window" : most);
  }

  private void timeouts(TimeoutsConfig config, Timeouts now) {
    timeout(
        "election.timeout",
        now.electionNanos(),
        config.election(),
        "three times the longest silence of the last minute");
    timeout(
        "pipeline.retransmit",
        now.retransmitNanos(),
        config.retransmit(),
        "what a slot takes, and four deviations");
    timeout(
        "catch-up.timeout",
        now.catchUpNanos(),
        config.catchUp(),
        "what an answer takes, and four deviations");
  }

  private void timeout(String setting, long nanos, TimeoutRange range, String auto) {
    String why =
        range.isFixed()
            ? "the configuration says so"
            : String.format(
                Locale.ROOT,
                "auto, %,d to %,d ms: %s",
                TimeUnit.NANOSECONDS.toMillis(range.leastNanos()),
                TimeUnit.NANOSECONDS.toMillis(range.mostNanos()),
                auto);
    line("%-19s %,6d ms  %s", setting, TimeUnit.NANOSECONDS.toMillis(nanos), why);
  }

  private static String why(boolean isAuto, int least, int most) {
    return isAuto && least < most
        ? String.format(Locale.ROOT, "auto, %,d to %,d: see the decisions", least, most)
        : "the configuration says so";
  }

  private void decisions(Search.Report search, long nowNanos) {
    if (search == null) {
      return;
    }
    line("");
    line(
        switch (search.state()) {
          case TRYING -> "Neighbouring settings are on trial.";
          case RESTING -> "No neighbouring setting is better.";
          case TOO_LITTLE_LOAD -> "There is too little load to try neighbouring settings.";
          case CATCHING_UP -> "No setting is tried while a replica catches up.";
        });
    List<Decision> decisions = new ArrayList<>(search.decisions());
    Collections.reverse(decisions);
    for (Decision decision : decisions) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(nowNanos - decision.atNanos());
      line("%,6d s ago  %s", seconds, decision.text());
    }
    if (decisions.isEmpty()) {
      line("Nothing was changed yet.");
    }
    if (search.estimate() != null) {
      estimate(search.estimate());
    }
  }

  private void estimate(Estimate found) {
    line("");
    line(
        "An instance takes %s, %s more for each KiB, and %s over the window",
        value(found.instanceMillis(), found.instanceError()),
        value(found.millisPerKib(), found.kibError()),
        value(found.waitMillis(), found.waitError()));
    line(
        "(95 %% intervals, from the last %d in which requests waited for the window).",
        found.intervals());
    if (found.trials() > 0) {
      line(
          "By that the throughput of trials was predicted within %.0f %% in the median, of %,d so far.",
          100 * Math.expm1(found.medianError()), found.trials());
    }
  }

  private static String value(double value, double error) {
    return Double.isNaN(error)
        ? "an unknown time"
        : String.format(Locale.ROOT, "%.3g ± %.2g ms", value, error);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}

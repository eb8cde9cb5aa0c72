package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.core.time.FixedTimeouts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.stage.Tuning;
import io.synod.tuning.autopilot.Decision;
import io.synod.tuning.autopilot.Estimate;
import io.synod.tuning.autopilot.Search;
import io.synod.tuning.explain.Evidence;
import io.synod.tuning.explain.LinkUse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainReportTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final BatchLimits NOW = new BatchLimits(1 << 16, 12);
  private static final Decision DECISION =
      new Decision(
          5 * SECOND,
          new BatchLimits(1 << 16, 8),
          NOW,
          Decision.Reason.THROUGHPUT,
          Math.log(1.4),
          Math.log(1.5),
          Math.log(1.1),
          4);

  private static final Estimate ESTIMATE =
      new Estimate(0, Double.NaN, 0.00012, 0.00002, 0.3, 0.1, 40, 7, Math.log(1.06));

  private static String report(SynodConfigBuilder settings, Search.State state) {
    return report(settings, state, 50_000, 1_000);
  }

  private static String report(
      SynodConfigBuilder settings,
      Search.State state,
      double requestsPerSecond,
      double instancesPerSecond) {
    SynodConfig config =
        settings
            .clusterName("explained")
            .replica(0, "127.0.0.1", 7100, 7200)
            .replica(1, "127.0.0.1", 7101, 7201)
            .replica(2, "127.0.0.1", 7102, 7202)
            .build();
    Evidence evidence =
        new Evidence(
            requestsPerSecond,
            instancesPerSecond,
            3,
            0.25,
            3.5,
            60_000,
            0,
            NOW.window(),
            NOW,
            Map.of("protocol", 0.9),
            0.1,
            0.5,
            List.of(new LinkUse(0, 1e6, 1, 1, 1e7), new LinkUse(2, 3e6, 1, 1, 1e7)),
            1);
    Search.Report search =
        state == null ? null : new Search.Report(NOW, state, null, List.of(DECISION), 1, ESTIMATE);
    return ExplainReport.leader(
        1,
        evidence,
        config,
        new FixedTimeouts(450 * MILLI, 120 * MILLI, 80 * MILLI),
        new Tuning.State(null, NOW, search, 0, 0),
        17 * SECOND);
  }

  @Test
  void automatic_settings_are_shown_with_their_ranges_and_reasons() {
    String report =
        report(
            SynodConfig.builder()
                .set("election.timeout", "auto")
                .set("pipeline.retransmit", "100ms..2s")
                .set("catch-up.timeout", "80ms"),
            Search.State.RESTING);
    assertThat(report.lines())
        .contains(
            "the link to replica 2              30 %",
            "replica 1 leads: 50,000 requests/s in 1,000 instances/s of 50 requests and 60,000 bytes",
            "batch.max-bytes        65,536  auto, 1,024 to 1,048,576: see the decisions",
            "pipeline.window            12  auto, 1 to 512: see the decisions",
            "batch.max-delay       0.25 ms  what a slot takes, over the window",
            "election.timeout       450 ms  auto, 300 to 10,000 ms: three times the longest silence of the"
                + " last minute",
            "pipeline.retransmit    120 ms  auto, 100 to 2,000 ms: what a slot takes, and four deviations",
            "catch-up.timeout        80 ms  the configuration says so",
            "No neighbouring setting is better.",
            "    12 s ago  window 12 instead of 8: +50 % requests a second, -9 % time each, in 4 pairs of"
                + " intervals; predicted +40 %",
            "An instance takes an unknown time, 0.000120 ± 2.0e-05 ms more for each KiB, and 0.300 ± 0.10 ms"
                + " over the window",
            "(95 % intervals, from the last 40 in which requests waited for the window).",
            "By that the throughput of trials was predicted within 6 % in the median, of 7 so far.");
  }

  @Test
  void the_requests_of_an_instance_are_right_below_one_instance_a_second() {
    SynodConfigBuilder settings = SynodConfig.builder();
    assertThat(report(settings, null, 10, 0.4)).contains("in 0 instances/s of 25 requests");
    assertThat(report(settings, null, 0, 0)).contains("in 0 instances/s of 0 requests");
  }

  @Test
  void no_time_is_given_where_nothing_was_decided() {
    assertThat(report(SynodConfig.builder(), null, 0, 0))
        .contains("no batch was decided; 3.5 slots are open", "What limits it:  The votes: ")
        .doesNotContain("to decide");
  }

  @Test
  void figures_are_the_same_in_every_locale() {
    Locale before = Locale.getDefault();
    String report = report(SynodConfig.builder(), null);
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(report(SynodConfig.builder(), null)).isEqualTo(report);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void fixed_settings_are_as_the_configuration_says() {
    String report =
        report(
            SynodConfig.builder()
                .set("batch.max-bytes", "64KiB")
                .set("pipeline.window", "12")
                .set("batch.max-delay", "100us"),
            null);
    assertThat(report.lines())
        .contains(
            "batch.max-bytes        65,536  the configuration says so",
            "pipeline.window            12  the configuration says so",
            "batch.max-delay       0.10 ms  the configuration allows no more");
    assertThat(report).doesNotContain("neighbouring", "s ago");
  }

  @Test
  void why_nothing_is_tried_is_said() {
    assertThat(report(SynodConfig.builder(), Search.State.TRYING))
        .contains("Neighbouring settings are on trial.");
    assertThat(report(SynodConfig.builder(), Search.State.TOO_LITTLE_LOAD))
        .contains("There is too little load to try neighbouring settings.");
    assertThat(report(SynodConfig.builder(), Search.State.CATCHING_UP))
        .contains("No setting is tried while a replica catches up.");
  }
}

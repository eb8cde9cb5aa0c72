package io.synod.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.chaos.fault.FaultKind;
import io.synod.chaos.register.Registers;
import io.synod.chaos.timeline.Timeline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChaosReportTest {
  private static final ChaosOptions.Faults FAULTS =
      new ChaosOptions.Faults(1, Duration.ofSeconds(1), List.of(FaultKind.KILL));

  @TempDir Path directory;

  private static final ChaosOptions.Rates RATES = new ChaosOptions.Rates(1, 0);
  private static final ChaosOptions.Operator NOBODY = new ChaosOptions.Operator(0, 0, null);

  private ChaosReport report(double minimumRate, ChaosReport.Outcome outcome, String... problems) {
    Timeline timeline = new Timeline();
    timeline.end();
    Registers registers = new Registers(1, 1, () -> {});
    ChaosOptions options =
        new ChaosOptions(
            3, List.of(), 1, FAULTS, NOBODY, new ChaosOptions.Rates(minimumRate, 0), directory);
    return new ChaosReport(
        options, timeline, registers, null, List.of(), outcome, List.of(problems));
  }

  @Test
  void a_run_below_the_minimum_rate_has_not_passed() {
    assertThat(report(1, ChaosReport.Outcome.HOLDS).outcome())
        .isEqualTo(ChaosReport.Outcome.INVALID);
    assertThat(report(0, ChaosReport.Outcome.HOLDS).outcome()).isEqualTo(ChaosReport.Outcome.HOLDS);
  }

  @Test
  void a_run_whose_operator_has_done_nothing_has_not_passed() throws Exception {
    Operator.Action refused = new Operator.Action(Operator.Kind.MOVE_LEADER, 0, 1, 1, "no leader");
    Operator.Action done = new Operator.Action(Operator.Kind.MOVE_LEADER, 2, 3, 1, null);
    assertThat(operated(List.of(refused)).outcome()).isEqualTo(ChaosReport.Outcome.INVALID);
    assertThat(operated(List.of(refused, done)).outcome()).isEqualTo(ChaosReport.Outcome.HOLDS);
    assertThat(printed(operated(List.of(refused))))
        .contains("INVALID: the operator has done nothing");
  }

  private ChaosReport operated(List<Operator.Action> actions) {
    Timeline timeline = new Timeline();
    timeline.answer();
    timeline.end();
    ChaosOptions options =
        new ChaosOptions(
            3,
            List.of(),
            1,
            FAULTS,
            new ChaosOptions.Operator(0, 1000, null),
            new ChaosOptions.Rates(0, 0),
            directory);
    return new ChaosReport(
        options,
        timeline,
        new Registers(1, 1, () -> {}),
        null,
        actions,
        ChaosReport.Outcome.HOLDS,
        List.of());
  }

  private static String printed(ChaosReport report) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    report.print(new PrintStream(printed, true, StandardCharsets.UTF_8));
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void the_answers_are_those_of_the_time_beside_them() throws Exception {
    ChaosReport report = operated(List.of());
    report.write();
    assertThat(printed(report)).containsPattern("answers +1 in ");
    assertThat(Files.readString(report.figures())).contains("\"answers\" : 1,");
    assertThat(Files.readString(report.picture())).contains(": 1 answers,");
  }

  @Test
  void a_violation_counts_at_any_rate() {
    assertThat(report(1, ChaosReport.Outcome.VIOLATED, "lost").outcome())
        .isEqualTo(ChaosReport.Outcome.VIOLATED);
  }

  @Test
  void of_a_long_history_the_end_is_printed_and_the_rest_is_in_the_figures() throws Exception {
    StringBuilder history = new StringBuilder("register 1: VIOLATED: after");
    for (int call = 0; call < 100; call++) {
      history.append("\n    call ").append(call);
    }
    ChaosReport report = report(0, ChaosReport.Outcome.VIOLATED, history.toString());
    String printed = printed(report);
    report.write();
    assertThat(printed)
        .contains("WRONG: register 1: VIOLATED: after")
        .contains("… 80 lines, which are in chaos.json")
        .contains("call 80", "call 99")
        .doesNotContain("call 79");
    assertThat(Files.readString(report.figures())).contains("call 0\\n", "call 79");
    assertThat(Files.readString(report.picture())).contains("VIOLATED");
  }

  @Test
  void two_replicas_or_no_fault_are_refused() {
    assertThatThrownBy(() -> new ChaosOptions(2, List.of(), 1, FAULTS, NOBODY, RATES, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 to 25 replicas");
    assertThatThrownBy(
            () -> new ChaosOptions(3, List.of("relay"), 1, FAULTS, NOBODY, RATES, directory))
        .hasMessage("'relay' is not KEY=VALUE");
    List<String> quota = List.of("storage.max-bytes = 1GiB");
    assertThatThrownBy(() -> new ChaosOptions(3, quota, 1, FAULTS, NOBODY, RATES, directory))
        .hasMessageContaining("disk-full fills a disk of that size");
    ChaosOptions.Faults none = new ChaosOptions.Faults(1, Duration.ZERO, List.of());
    assertThatThrownBy(() -> new ChaosOptions(3, List.of(), 1, none, NOBODY, RATES, directory))
        .hasMessageContaining("no kind of fault and no operator");
    assertThatThrownBy(() -> new ChaosOptions.Rates(50, 50))
        .hasMessage("a maximum rate of 50.0 is not above the minimum of 50.0");
    for (double minimum : new double[] {-1, Double.NaN}) {
      assertThatThrownBy(() -> new ChaosOptions.Rates(minimum, 0))
          .hasMessageContaining("a minimum rate of " + minimum);
    }
    assertThatThrownBy(
            () -> new ChaosOptions.Faults(1, Duration.ofMillis(-1), List.of(FaultKind.KILL)))
        .hasMessageContaining("at least 0 and at most 30 days");
    assertThatThrownBy(
            () -> new ChaosOptions.Faults(1, Duration.ofDays(31), List.of(FaultKind.KILL)))
        .hasMessageContaining("at least 0 and at most 30 days");
    assertThatThrownBy(() -> new ChaosOptions.Operator(0, Long.MAX_VALUE, null))
        .hasMessageContaining("at most a day");
    assertThatThrownBy(() -> new ChaosOptions.Operator(0, 0, directory))
        .hasMessageContaining("has no jar of synod-examples");
  }
}

package io.synod.chaos.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.chaos.fault.Direction;
import io.synod.chaos.fault.Fault;
import io.synod.chaos.fault.FaultKind;
import io.synod.chaos.timeline.Availability.Recovery;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

final class TimelineTest {
  private static final long MILLI = 1_000_000;
  private static final Recovery NONE = new Recovery(0, 0, 0);

  private final AtomicLong nanos = new AtomicLong(-5 * MILLI);
  private final Timeline timeline = new Timeline(nanos::get);

  private static Fault fault(FaultKind kind, boolean leavesQuorum) {
    return new Fault(kind, 0, 1, List.of(1), List.of(), 0, leavesQuorum);
  }

  private void pass(long millis) {
    nanos.addAndGet(millis * MILLI);
  }

  private void serve(long millis) {
    for (long passed = 0; passed < millis; passed += 10) {
      pass(10);
      timeline.answer();
    }
  }

  private Availability end() {
    timeline.end();
    pass(1000);
    return Availability.of(timeline);
  }

  @Test
  void answers_are_counted_in_tenths_of_a_second() {
    serve(250);
    assertThat(timeline.answers()).containsExactly(9, 10, 6);
    assertThat(end().answersPerSecond()).isEqualTo(100);
  }

  @Test
  void events_after_the_end_do_not_count() {
    serve(100);
    timeline.end();
    serve(500);
    assertThat(timeline.nowMillis()).isEqualTo(100);
    assertThat(timeline.answers()).containsExactly(9, 1);
  }

  @Test
  void the_longest_time_without_an_answer_may_be_the_last_one() {
    serve(100);
    pass(300);
    serve(100);
    pass(500);
    assertThat(end().longestSilenceMillis()).isEqualTo(500);
    assertThat(timeline.silences()).containsExactly(new Span(100, 410), new Span(500, 1000));
  }

  @Test
  void a_fault_that_leaves_a_majority_is_recovered_from_at_the_first_answer_after_its_begin() {
    serve(1000);
    Fault kill = fault(FaultKind.KILL, true);
    timeline.begun(kill);
    assertThat(timeline.now()).isEqualTo("kill 1");
    pass(700);
    serve(1000);
    timeline.ended(kill);
    serve(500);
    assertThat(end().kinds().get(FaultKind.KILL))
        .isEqualTo(new Availability.Effect(1, NONE, new Recovery(1, 710, 710)));
  }

  @Test
  void one_that_leaves_none_is_recovered_from_at_the_first_answer_after_its_end() {
    serve(1000);
    Fault down = fault(FaultKind.ALL_DOWN, false);
    timeline.begun(down);
    pass(2000);
    timeline.ended(down);
    pass(400);
    serve(500);
    assertThat(end().kinds().get(FaultKind.ALL_DOWN))
        .isEqualTo(new Availability.Effect(1, NONE, new Recovery(1, 410, 410)));
  }

  @Test
  void faults_that_hit_the_leader_of_their_time_or_a_link_of_it_count_by_themselves() {
    timeline.role(1, "leader");
    timeline.role(2, "follower");
    Fault first = fault(FaultKind.KILL, true);
    timeline.begun(first);
    timeline.ended(first);
    serve(3000);
    timeline.role(1, "follower");
    timeline.role(2, "leader");
    Fault second = new Fault(FaultKind.KILL, 10, 1, List.of(0), List.of(), 0, true);
    timeline.begun(second);
    timeline.ended(second);
    Fault cut = new Fault(FaultKind.CUT, 20, 1, List.of(), List.of(new Direction(0, 2)), 0, true);
    serve(3000);
    timeline.role(2, "leader");
    timeline.begun(cut);
    timeline.ended(cut);
    Recovery once = new Recovery(1, 0, 0);
    assertThat(end().kinds())
        .containsEntry(FaultKind.KILL, new Availability.Effect(2, once, once))
        .containsEntry(FaultKind.CUT, new Availability.Effect(1, once, NONE));
  }

  @Test
  void overlapping_faults_have_no_recovery_time() {
    Fault down = fault(FaultKind.ALL_DOWN, false);
    Fault kill = fault(FaultKind.KILL, true);
    timeline.begun(down);
    pass(500);
    timeline.begun(kill);
    pass(500);
    timeline.ended(down);
    timeline.ended(kill);
    serve(100);
    assertThat(end().kinds())
        .containsEntry(FaultKind.KILL, new Availability.Effect(1, NONE, NONE))
        .containsEntry(FaultKind.ALL_DOWN, new Availability.Effect(1, NONE, NONE));
  }

  @Test
  void a_role_lasts_until_another_is_reported_or_none_for_long() {
    timeline.role(1, "leader");
    pass(200);
    timeline.role(1, "leader");
    pass(200);
    timeline.role(1, "follower");
    pass(3000);
    timeline.role(1, "");
    pass(100);
    timeline.role(1, "recovering");
    pass(100);
    timeline.end();
    assertThat(timeline.roles())
        .containsExactly(
            new RoleSpan(1, "leader", new Span(0, 400)),
            new RoleSpan(1, "follower", new Span(400, 400)),
            new RoleSpan(1, "recovering", new Span(3500, 3600)));
  }

  @Test
  void a_replica_recovers_until_it_reports_another_role_or_none() {
    assertThat(timeline.isRecovering(2)).isFalse();
    timeline.role(2, "recovering");
    assertThat(timeline.isRecovering(2)).isTrue();
    assertThat(timeline.isRecovering(1)).isFalse();
    timeline.role(2, "follower");
    assertThat(timeline.isRecovering(2)).isFalse();
    timeline.role(2, "recovering");
    timeline.role(2, "");
    assertThat(timeline.isRecovering(2)).isFalse();
  }

  @Test
  void a_replica_is_there_once_it_reports_a_role_and_a_cluster_serves_once_it_answers() {
    timeline.role(1, "leader");
    pass(100);
    assertThat(timeline.isThereSince(1, 0)).isTrue();
    assertThat(timeline.isThereSince(1, 100)).isFalse();
    assertThat(timeline.isThereSince(2, 0)).isFalse();
    timeline.role(1, "");
    assertThat(timeline.isThereSince(1, 100)).isFalse();
    timeline.role(1, "follower");
    assertThat(timeline.isThereSince(1, 100)).isTrue();
    assertThat(timeline.isServedSince(50)).isFalse();
    timeline.answer();
    assertThat(timeline.isServedSince(100)).isTrue();
  }

  @Test
  void the_picture_shows_every_fault_and_every_time_without_answers() throws Exception {
    serve(1000);
    timeline.role(1, "leader");
    Fault delay =
        new Fault(
            FaultKind.DELAY,
            0,
            1,
            List.of(),
            List.of(new Direction(0, 2), new Direction(2, 0)),
            40,
            true);
    timeline.begun(fault(FaultKind.PAUSE, true));
    timeline.begun(delay);
    pass(2000);
    serve(1000);
    timeline.end();
    String picture = TimelinePicture.draw(timeline, 3, "a <title>", "fine & dandy");

    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(picture.getBytes(StandardCharsets.UTF_8)));
    NodeList titles = parsed.getElementsByTagName("title");
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < titles.getLength(); index++) {
      text.append(titles.item(index).getTextContent()).append('\n');
    }
    assertThat(text.toString())
        .contains("no answer for 2.0 s\n")
        .contains("pause 1, 3.0 s from 1.0 s on\n")
        .contains("delay 40 ms 0→2 2→0, 3.0 s from 1.0 s on\n");
    assertThat(picture).contains(">40 ms</text>", ">link 0 – 2</text>", ">a &lt;title&gt;</text>");
  }
}

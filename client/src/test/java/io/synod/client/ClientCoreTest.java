package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.View;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The replicas are at a:7000, b:7001 and c:7002; the seed begins with the first. */
final class ClientCoreTest {
  private static final long MILLIS = 1_000_000;
  private static final long TIMEOUT = 10_000 * MILLIS;
  private static final long CONNECT = 300 * MILLIS;
  private static final long RETRY = 1000 * MILLIS;

  private static final long KEEP_ALIVE = 10_000 * MILLIS;

  private final RecordingWire wire = new RecordingWire();
  private final Readiness readiness = new Readiness(null);
  private ClientCore core = core(null);
  private long now = 1;

  private ClientCore core(SessionListener listener) {
    return new ClientCore(
        wire,
        new KnownAddresses(ReplicaAddresses.parseAll("a:7000,b:7001,c:7002")),
        16,
        new ClientTiming(TIMEOUT, CONNECT, RETRY, KEEP_ALIVE),
        listener,
        readiness,
        weight -> {},
        firstIsA());
  }

  private static long firstIsA() {
    long seed = 0;
    while (new java.util.SplittableRandom(seed).nextInt(3) != 0) {
      seed++;
    }
    return seed;
  }

  @BeforeEach
  void dialTheFirst() {
    advance();
    assertThat(wire.take()).containsExactly("dial 7000");
  }

  private void advance() {
    core.advance(now);
  }

  private void advanceTo(long time) {
    now = time;
    advance();
  }

  private Request send() {
    Request request = Request.update(new byte[1]);
    core.submit(request, now);
    advance();
    return request;
  }

  private void welcome(int replica, long round, int leader) {
    String address = leader < 0 ? "" : List.of("a:7000", "b:7001", "c:7002").get(leader);
    Leadership leadership = new Leadership(new View(round, Math.max(0, leader)), leader, address);
    core.welcomed(new Welcome(replica, leadership, 100, 16), now);
    advance();
  }

  private void report(long round, int leader, String address) {
    core.leaderReported(new Leadership(new View(round, Math.max(0, leader)), leader, address), now);
    advance();
  }

  private void replied(long sequence) {
    core.replied(TestReply.ok(wire.session, sequence, new byte[0]), now);
    advance();
  }

  private void refused(String why) {
    core.refused(why, now);
    advance();
  }

  private void disconnected(String why) {
    core.disconnected(why, now);
    advance();
  }

  private void serve() {
    welcome(0, 1, 0);
    send();
    replied(0);
    replied(1);
    assertThat(wire.take()).containsExactly("OPEN", "1/0");
  }

  /** It welcomes with the number that stands for an unknown leader. */
  @Test
  void a_learner_that_knows_no_leader_is_not_taken_for_it() {
    send();
    welcome(-1, 0, -1);
    assertThat(wire.take()).isEmpty();
    report(0, -1, "");
    assertThat(wire.take()).isEmpty();
    advanceTo(now + RETRY / 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  @Test
  void a_client_at_a_learner_is_not_ready() {
    welcome(-1, 0, -1);
    assertThat(readiness.state(0).isReady()).isFalse();
    report(1, 0, "c:7002");
    welcome(0, 1, 0);
    assertThat(readiness.state(0).isReady()).isTrue();
  }

  @Test
  void a_client_leaves_a_learner_once_it_has_a_request_for_the_leader() {
    welcome(-1, 0, -1);
    advanceTo(now + RETRY);
    assertThat(wire.take()).isEmpty();
    send();
    assertThat(wire.take()).containsExactly("OPEN");
    report(0, -1, "");
    assertThat(wire.take()).isEmpty();
    advanceTo(now + RETRY / 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  /** Its keep-alives, which have no answer there, would keep the connection and not the session. */
  @Test
  void an_idle_session_is_not_left_with_a_learner_that_knows_no_leader() {
    serve();
    disconnected("gone");
    wire.take();
    welcome(-1, 1, -1);
    advanceTo(now + RETRY / 2);
    assertThat(wire.take()).startsWith("hang up").hasSize(2).doesNotContain("KEEP_ALIVE");
  }

  @Test
  void the_leader_that_a_learner_has_learnt_of_is_connected_at_once() {
    welcome(-1, 1, -1);
    assertThat(wire.take()).isEmpty();
    report(1, 0, "c:7002");
    assertThat(wire.take()).containsExactly("hang up", "dial 7002");
  }

  @Test
  void a_client_that_listens_is_not_left_with_a_learner_that_knows_no_leader() {
    core = core((session, event) -> {});
    advance();
    welcome(-1, 0, -1);
    assertThat(wire.take()).containsExactly("dial 7000");
    advanceTo(now + RETRY / 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  @Test
  void requests_are_sent_when_the_leader_is_connected() {
    send();
    assertThat(wire.take()).isEmpty();
    welcome(0, 1, 0);
    assertThat(wire.take()).containsExactly("OPEN");
  }

  @Test
  void a_follower_is_left_for_the_leader_at_once() {
    send();
    welcome(0, 1, 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7002");
    welcome(2, 1, 2);
    assertThat(wire.take()).containsExactly("OPEN");
  }

  @Test
  void members_change_no_connection_and_are_tried_once_the_leader_is_lost() {
    serve();
    core.membersReported(
        new Members(3, List.of(new Members.Member(4, "d:7004"), new Members.Member(5, "e:7005"))),
        now);
    advance();
    assertThat(wire.take()).isEmpty();
    refused("it was removed");
    assertThat(wire.take()).first().isEqualTo("hang up");
    core.refused("not yet", now);
    advanceTo(now + CONNECT);
    assertThat(wire.take()).allMatch(act -> act.matches("hang up|dial 700[45]"));
  }

  @Test
  void members_before_the_welcome_are_a_violation() {
    Members early = new Members(3, List.of(new Members.Member(4, "d:7004")));
    assertThatThrownBy(() -> core.membersReported(early, now))
        .isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void a_new_leader_gets_the_unanswered_requests_and_the_old_one_nothing_more() {
    serve();
    send();
    wire.take();
    report(2, 1, "b:7001");
    send();
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
    welcome(1, 2, 1);
    assertThat(wire.take()).containsExactly("2/0", "3/1");
  }

  @Test
  void a_leader_that_leads_again_gets_the_unanswered_requests_again() {
    serve();
    send();
    report(2, Leadership.UNKNOWN, "");
    send();
    wire.take();
    report(3, 0, "a:7000");
    assertThat(wire.take()).containsExactly("2/0", "3/1");
  }

  @Test
  void a_replica_that_knows_no_leader_is_left_when_the_patience_ends() {
    welcome(0, 1, Leadership.UNKNOWN);
    advanceTo(now + RETRY / 2 - 1);
    assertThat(wire.take()).isEmpty();
    advanceTo(now + 1);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  @Test
  void a_replica_that_does_not_welcome_is_left_at_the_connect_timeout() {
    advanceTo(now + CONNECT);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  @Test
  void each_replica_is_tried_at_once_and_then_ever_more_slowly() {
    disconnected("refused");
    disconnected("refused");
    assertThat(wire.take()).contains("dial 7001", "dial 7002");
    long longest = 0;
    for (int attempts = 0; attempts < 12; attempts++) {
      core.disconnected("refused", now);
      long pause = core.nextWakeUpNanos() - now;
      assertThat(pause).isPositive();
      longest = Math.max(longest, pause);
      advanceTo(core.nextWakeUpNanos());
    }
    assertThat(longest).isBetween(250 * MILLIS, 500 * MILLIS);
  }

  @Test
  void a_broken_connection_to_an_answering_leader_is_made_again_first() {
    serve();
    disconnected("reset");
    assertThat(wire.take()).containsExactly("hang up", "dial 7000");
    disconnected("refused");
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  @Test
  void a_leader_that_ends_idle_connections_is_not_avoided() {
    serve();
    for (int time = 0; time < 5; time++) {
      now += RETRY;
      disconnected("closed");
      assertThat(wire.take()).containsExactly("hang up", "dial 7000");
      welcome(0, 1, 0);
      advance();
      wire.take();
    }
    send();
    assertThat(wire.take()).isNotEmpty();
  }

  @Test
  void a_leader_that_welcomes_and_ends_the_connection_is_dialled_ever_more_slowly() {
    serve();
    core.disconnected("closed", now);
    int dials = 0;
    for (long end = now + 60 * RETRY; now < end; now += RETRY / 100) {
      advance();
      if (wire.take().contains("dial 7000")) {
        dials++;
        welcome(0, 1, 0);
        core.disconnected("closed", now);
      }
    }
    assertThat(dials).isBetween(10, 250);
  }

  @Test
  void a_silent_leader_is_left_after_two_retry_intervals() {
    serve();
    send();
    wire.take();
    advanceTo(now + RETRY);
    assertThat(wire.take()).containsExactly("2/0");
    advanceTo(now + RETRY);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
  }

  @Test
  void a_leader_that_does_not_answer_an_idle_client_is_left_after_two_retry_intervals() {
    serve();
    advanceTo(now + KEEP_ALIVE);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    advanceTo(now + RETRY);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
    advanceTo(now + RETRY);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
    welcome(1, 2, 1);
    assertThat(wire.take()).containsExactly("KEEP_ALIVE");
  }

  @Test
  void when_all_replicas_refuse_what_waits_fails_at_once_and_says_why() {
    Request request = send();
    for (int replica = 0; replica < 3; replica++) {
      assertThat(request).isNotDone();
      refused("another cluster");
    }
    assertThatThrownBy(request::join)
        .hasCauseInstanceOf(RequestFailedException.class)
        .hasMessageContaining("never sent: c:7002 refused this client: another cluster");
  }

  @Test
  void while_a_replica_cannot_be_reached_what_waits_goes_on_waiting_though_the_others_refuse() {
    Request request = send();
    for (int round = 0; round < 2; round++) {
      core.refused("another cluster", now);
      advanceTo(Math.max(now, core.nextWakeUpNanos()));
      core.disconnected("connection refused", now);
      advanceTo(Math.max(now, core.nextWakeUpNanos()));
      core.refused("another cluster", now);
      advanceTo(Math.max(now, core.nextWakeUpNanos()));
    }
    assertThat(request).isNotDone();
    welcome(1, 1, 1);
    assertThat(wire.take()).endsWith("OPEN");
  }

  @Test
  void replicas_that_do_not_welcome_are_no_refusals() {
    Request request = send();
    refused("another cluster");
    for (int replica = 0; replica < 4; replica++) {
      advanceTo(core.nextWakeUpNanos());
    }
    assertThat(request).isNotDone();
  }

  @Test
  void one_replica_that_refuses_is_passed_over() {
    Request request = send();
    refused("another cluster");
    welcome(1, 1, 1);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001", "OPEN");
    assertThat(request).isNotDone();
  }

  /** The number of the replica that {@code done} dials last; -1 if none. */
  private static int dialled(List<String> done) {
    return done.stream()
        .filter(line -> line.startsWith("dial 700"))
        .mapToInt(line -> line.charAt(line.length() - 1) - '0')
        .reduce(-1, (before, last) -> last);
  }

  @Test
  void a_leader_that_refuses_behind_its_welcome_is_asked_again() {
    Request request = send();
    for (int times = 0; times < 3; times++) {
      welcome(0, 1, 0);
      core.refused("no session is left", now);
      assertThat(request).isNotDone();
      wire.take();
      while (dialled(wire.take()) < 0) {
        advanceTo(Math.max(now, core.nextWakeUpNanos()));
      }
    }
  }

  /** Another replica only knows that leader: its own trouble is not why nothing is sent. */
  @Test
  void at_the_deadline_a_refusing_leader_is_named_with_its_reason() {
    Request request = send();
    int dialled = 0;
    while (!request.isDone()) {
      if (dialled >= 0) {
        welcome(dialled, 1, 0);
      }
      if (dialled == 0) {
        core.refused("no session is left", now);
      }
      advanceTo(Math.max(now, core.nextWakeUpNanos()));
      dialled = dialled(wire.take());
    }
    assertThatThrownBy(request::join)
        .hasMessageContaining("a:7000 refused this client: no session is left");
  }

  @Test
  void words_out_of_turn_are_violations() {
    assertThatThrownBy(() -> report(1, 0, "a:7000")).isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> replied(0)).isInstanceOf(ProtocolViolation.class);
    welcome(0, 1, 0);
    assertThatThrownBy(() -> welcome(0, 1, 0)).isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void every_future_ends_although_the_end_of_the_session_cannot_be_written() {
    serve();
    Request sent = send();
    wire.take();
    wire.failure = new OutOfMemoryError("no buffer");
    assertThatThrownBy(() -> core.close("the client is closed", now)).isSameAs(wire.failure);
    assertThat(sent).isCompletedExceptionally();
    assertThat(wire.take()).containsExactly("hang up");
  }

  @Test
  void closing_ends_the_session_and_the_connection() {
    serve();
    Request sent = send();
    wire.take();
    core.close("the client is closed", now);
    assertThat(wire.take()).containsExactly("CLOSE", "hang up");
    assertThat(sent).isCompletedExceptionally();
    advance();
    assertThat(wire.take()).isEmpty();
    assertThat(core.nextWakeUpNanos()).isEqualTo(Long.MAX_VALUE);
  }
}

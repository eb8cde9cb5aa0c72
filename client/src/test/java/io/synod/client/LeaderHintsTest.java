package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.View;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Welcome;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The replicas are at a:7000, b:7001 and c:7002; the client is connected to a, which leads. */
final class LeaderHintsTest {
  private static final long MILLIS = 1_000_000;
  private static final long CONNECT = 300 * MILLIS;
  private static final long RETRY = 1000 * MILLIS;
  private static final long OLD = 32 * RETRY;
  private static final ClientTiming TIMING =
      new ClientTiming(600_000 * MILLIS, CONNECT, RETRY, 600_000 * MILLIS);
  private static final List<String> ADDRESSES = List.of("a:7000", "b:7001", "c:7002");
  private static final List<InetSocketAddress> REPLICAS =
      ReplicaAddresses.parseAll(String.join(",", ADDRESSES));

  private final RecordingWire wire = new RecordingWire();
  private final RecordingWire hintWire = new RecordingWire();
  private final KnownAddresses known = new KnownAddresses(REPLICAS);
  private final ClientCore core =
      new ClientCore(wire, known, 16, TIMING, null, new Readiness(null), weight -> {}, firstOf(0));
  private final LeaderHints hints = new LeaderHints(hintWire, core, known, TIMING, firstOf(0));
  private long now = 1;
  private long answered;

  private static long firstOf(int replica) {
    long seed = 0;
    while (new java.util.SplittableRandom(seed).nextInt(3) != replica) {
      seed++;
    }
    return seed;
  }

  private static Leadership leads(long round, int leader) {
    return new Leadership(
        new View(round, Math.max(0, leader)), leader, leader < 0 ? "" : ADDRESSES.get(leader));
  }

  @BeforeEach
  void connectToTheLeader() {
    advance();
    welcome(0, 1, 0);
    assertThat(wire.take()).containsExactly("dial 7000");
    assertThat(hintWire.take()).isEmpty();
  }

  private void advance() {
    core.advance(now);
    hints.advance(now);
  }

  private void pass(long nanos) {
    now += nanos;
    advance();
  }

  private Request send() {
    Request request = Request.update(new byte[1]);
    core.submit(request, now);
    advance();
    return request;
  }

  private void welcome(int replica, long round, int leader) {
    core.welcomed(new Welcome(replica, leads(round, leader), 100, 16), now);
    advance();
  }

  private void hintsWelcome(int replica, long round, int leader) {
    hints.welcomed(new Welcome(replica, leads(round, leader), 100, 16), now);
    advance();
  }

  private void hint(long round, int leader) {
    hints.leaderReported(leads(round, leader), now);
    advance();
  }

  private void answerAll() {
    core.replied(TestReply.ok(wire.session, 0, new byte[0]), now);
    advance();
    answerNext();
  }

  private void answerNext() {
    core.replied(TestReply.ok(wire.session, ++answered, new byte[0]), now);
    advance();
  }

  @Test
  void a_learner_that_knows_no_leader_is_no_leader() {
    send();
    answerAll();
    hintsWelcome(-1, 1, -1);
    assertThat(hintWire.take()).containsExactly("dial 7001");
  }

  /** The client has one unanswered request at a, and b listens. */
  private void listen() {
    send();
    answerAll();
    hintsWelcome(1, 1, 0);
    send();
    assertThat(wire.take()).endsWith("2/0");
    assertThat(hintWire.take()).containsExactly("dial 7001");
  }

  @Test
  void nothing_is_dialled_before_a_request_needs_it() {
    assertThat(hints.nextWakeUpNanos()).isEqualTo(RetryTimer.NEVER);
    send();
    assertThat(hintWire.take()).containsExactly("dial 7001");
  }

  @Test
  void a_silent_leader_is_left_at_once_for_that_of_a_later_view_which_gets_what_is_unanswered() {
    listen();
    hint(2, 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7002");
    welcome(2, 2, 2);
    assertThat(wire.take()).containsExactly("2/0");
    assertThat(hintWire.take()).isEmpty();
  }

  @Test
  void a_replica_that_leads_itself_is_connected_for_requests_and_another_one_for_hints() {
    listen();
    hint(2, 1);
    assertThat(wire.take()).containsExactly("hang up", "dial 7001");
    assertThat(hintWire.take()).containsExactly("hang up", "dial 7002");
  }

  @Test
  void a_welcome_is_a_hint_too() {
    send();
    answerAll();
    wire.take();
    hintsWelcome(1, 3, 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7002");
  }

  @Test
  void an_earlier_view_the_same_one_and_a_view_without_a_leader_change_nothing() {
    listen();
    hint(2, 2);
    welcome(2, 2, 2);
    wire.take();
    hint(1, 0);
    hint(2, 2);
    hint(3, Leadership.UNKNOWN);
    hint(0, 1);
    assertThat(wire.take()).isEmpty();
    assertThat(core.target()).isEqualTo(REPLICAS.get(2));
  }

  @Test
  void a_connected_leader_of_a_later_view_reports_that_itself() {
    listen();
    hint(4, 0);
    assertThat(wire.take()).isEmpty();
  }

  @Test
  void a_hint_ends_the_wait_for_a_replica_that_does_not_welcome() {
    listen();
    core.disconnected("gone", now);
    advance();
    assertThat(wire.take()).containsExactly("hang up", "dial 7000");
    hint(2, 2);
    assertThat(wire.take()).containsExactly("hang up", "dial 7002");
  }

  @Test
  void a_lost_connection_is_replaced_at_once_and_later_slowly() {
    listen();
    for (int attempt = 0; attempt < 2; attempt++) {
      hints.disconnected("gone", now);
      advance();
    }
    assertThat(hintWire.take()).containsExactly("hang up", "dial 7002", "hang up", "dial 7001");
    hints.refused("too many", now);
    advance();
    assertThat(hintWire.take()).containsExactly("hang up");
    assertThat(hints.nextWakeUpNanos()).isGreaterThan(now);
    pass(20 * MILLIS);
    assertThat(hintWire.take()).containsExactly("dial 7002");
  }

  @Test
  void a_connection_that_has_lasted_is_replaced_at_once() {
    listen();
    for (int attempt = 0; attempt < 5; attempt++) {
      int replica = attempt % 2 == 0 ? 1 : 2;
      answerNext();
      send();
      pass(RETRY);
      hints.disconnected("gone", now);
      advance();
      assertThat(hintWire.take()).containsExactly("hang up", "dial " + (7003 - replica));
      hintsWelcome(3 - replica, 1, 0);
    }
  }

  @Test
  void a_dialled_replica_that_says_nothing_is_left_after_the_connect_timeout() {
    send();
    hintWire.take();
    assertThat(hints.nextWakeUpNanos()).isEqualTo(now + CONNECT);
    pass(CONNECT);
    assertThat(hintWire.take()).containsExactly("hang up", "dial 7002");
  }

  @Test
  void a_connection_in_use_is_replaced_when_it_is_old_for_it_may_be_dead() {
    listen();
    pass(OLD - 1);
    assertThat(hintWire.take()).isEmpty();
    pass(1);
    assertThat(hintWire.take()).first().isEqualTo("hang up");
  }

  @Test
  void an_idle_client_sets_no_timer_and_replaces_nothing() {
    listen();
    answerNext();
    assertThat(hints.nextWakeUpNanos()).isEqualTo(RetryTimer.NEVER);
    pass(OLD);
    assertThat(hintWire.take()).isEmpty();
    hints.disconnected("idle for long", now);
    advance();
    assertThat(hintWire.take()).containsExactly("hang up");
    assertThat(hints.nextWakeUpNanos()).isEqualTo(RetryTimer.NEVER);
    send();
    assertThat(hintWire.take()).containsExactly("dial 7002");
  }

  @Test
  void a_message_that_no_replica_sends_here_breaks_the_protocol() {
    assertThatThrownBy(() -> hints.leaderReported(leads(2, 2), now))
        .isInstanceOf(ProtocolViolation.class);
    listen();
    assertThatThrownBy(() -> hints.welcomed(new Welcome(1, leads(1, 0), 1, 1), now))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> hints.busy(7, 1, now)).isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> hints.replied(TestReply.of(7, 1, ReplyStatus.OK), now))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> hints.queryReplied(TestReply.of(0, 1, ReplyStatus.OK), now))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(
            () -> hints.leaderReported(new Leadership(new View(9, 2), 2, "nowhere"), now))
        .isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void closing_ends_it() {
    listen();
    hints.close();
    assertThat(hintWire.take()).containsExactly("hang up");
    advance();
    assertThat(hintWire.take()).isEmpty();
    assertThat(hints.nextWakeUpNanos()).isEqualTo(RetryTimer.NEVER);
  }
}

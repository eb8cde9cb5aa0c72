package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.View;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProxyQueriesTest {
  private static final long MILLIS = 1_000_000;
  private static final ClientTiming TIMING =
      new ClientTiming(5_000 * MILLIS, 500 * MILLIS, 400 * MILLIS, 60_000 * MILLIS);

  private final RecordingWire wire = new RecordingWire();
  private long released;
  private final ProxyQueries queries =
      new ProxyQueries(
          wire,
          new KnownAddresses(ReplicaAddresses.parseAll("a:1,b:2")),
          4,
          TIMING,
          weight -> released += weight,
          1);
  private long now = 1;

  @Test
  void nothing_is_dialled_before_a_query_needs_it() {
    queries.advance(now);
    assertThat(wire.take()).isEmpty();
    assertThat(queries.nextWakeUpNanos()).isEqualTo(RetryTimer.NEVER);
    ask();
    assertThat(wire.take()).singleElement().asString().startsWith("dial ");
  }

  @Test
  void queries_stay_at_the_first_replica_when_another_one_leads() {
    Request query = ask();
    welcome();
    assertThat(wire.take()).endsWith("query 1");
    queries.leaderReported(new Leadership(new View(3, 1), 1, "b:2"), now);
    answer(1, ReplyStatus.OK);
    assertThat(query).isCompleted();
  }

  @Test
  void a_replica_that_refuses_is_left_at_once_and_the_query_goes_to_the_next() {
    Request query = ask();
    String first = wire.take().get(0);
    welcome();
    wire.take();
    answer(1, ReplyStatus.NOT_LEADER);
    assertThat(wire.take()).hasSize(2).first().isEqualTo("hang up");
    welcome();
    assertThat(wire.take()).containsExactly("query 1");
    answer(1, ReplyStatus.OK);
    assertThat(query).isCompleted();
    assertThat(first).startsWith("dial");
  }

  @Test
  void a_refused_query_moves_on_despite_another_answer_of_its_replica() {
    Request refused = ask();
    ask();
    welcome();
    wire.take();
    queries.queryReplied(TestReply.of(0, 1, ReplyStatus.NOT_LEADER), now);
    answer(2, ReplyStatus.OK);
    assertThat(wire.take()).hasSize(2).first().isEqualTo("hang up");
    welcome();
    assertThat(wire.take()).containsExactly("query 1");
    assertThat(refused).isNotDone();
  }

  @Test
  void the_next_proxy_is_one_of_the_members_that_were_reported() {
    ask();
    welcome();
    queries.membersReported(new Members(1, List.of(new Members.Member(7, "g:7"))), now);
    wire.take();
    answer(1, ReplyStatus.NOT_LEADER);
    assertThat(wire.take()).containsExactly("hang up", "dial 7");
  }

  @Test
  void a_proxy_keeps_its_name_when_other_members_are_reported() {
    Request query = ask();
    String port = wire.take().get(0).substring("dial ".length());
    welcome();
    queries.membersReported(new Members(1, List.of(new Members.Member(7, "g:7"))), now);
    now += 5_000 * MILLIS;
    queries.disconnected("reset", now);
    queries.advance(now);
    assertThatThrownBy(query::join).hasMessageContaining(":" + port + ": reset");
  }

  @Test
  void a_replica_that_is_busy_is_asked_again() {
    ask();
    welcome();
    wire.take();
    answer(1, ReplyStatus.BUSY);
    pass(200);
    assertThat(wire.take()).containsExactly("query 1");
  }

  @Test
  void a_replica_that_stays_busy_is_left() {
    ask();
    welcome();
    wire.take();
    for (int refusal = 0; refusal < 3; refusal++) {
      answer(1, ReplyStatus.BUSY);
      pass(200);
      assertThat(wire.take()).containsExactly("query 1");
    }
    answer(1, ReplyStatus.BUSY);
    assertThat(wire.take()).hasSize(2).first().isEqualTo("hang up");
  }

  @Test
  void a_replica_that_answers_between_is_kept_however_busy() {
    ask();
    welcome();
    wire.take();
    for (int refusal = 0; refusal < 20; refusal++) {
      Request query = ask();
      answer(refusal + 1, ReplyStatus.BUSY);
      pass(200);
      answer(refusal + 1, ReplyStatus.OK);
      assertThat(query).isNotDone();
    }
    assertThat(wire.take()).doesNotContain("hang up");
  }

  @Test
  void however_late_a_replica_has_answered_it_is_left_within_twice_the_time() {
    ask();
    welcome();
    pass(100);
    pass(90);
    answer(1, ReplyStatus.OK);
    ask();
    wire.take();
    pass(200);
    assertThat(wire.take()).containsExactly("query 2");
    pass(200);
    assertThat(wire.take()).contains("hang up");
  }

  @Test
  void a_silent_replica_is_left_after_half_a_retry_interval() {
    ask();
    welcome();
    wire.take();
    pass(100);
    pass(99);
    assertThat(wire.take()).containsExactly("query 1");
    pass(1);
    assertThat(wire.take()).contains("hang up");
  }

  @Test
  void every_replica_is_tried_at_once_and_then_slowly() {
    ask();
    queries.disconnected("gone", now);
    queries.advance(now);
    queries.disconnected("gone", now);
    queries.advance(now);
    assertThat(wire.take()).filteredOn(line -> line.startsWith("dial")).hasSize(2);
    assertThat(queries.nextWakeUpNanos()).isGreaterThan(now);
  }

  @Test
  void a_dialled_replica_that_says_nothing_is_left_after_the_connect_timeout() {
    ask();
    pass(500);
    assertThat(wire.take()).filteredOn(line -> line.startsWith("dial")).hasSize(2);
  }

  @Test
  void a_query_that_all_replicas_refuse_fails_at_once() {
    Request query = ask();
    for (int replica = 0; replica < 2; replica++) {
      queries.refused("another cluster", now);
      queries.advance(now);
    }
    assertThatThrownBy(query::join).hasMessageContaining("another cluster");
  }

  @Test
  void while_a_replica_cannot_be_reached_queries_wait_though_the_other_refuses() {
    Request query = ask();
    for (int round = 0; round < 3; round++) {
      queries.refused("another cluster", now);
      pass(500);
      queries.disconnected("connection refused", now);
      pass(500);
    }
    assertThat(query).isNotDone();
    welcome();
    assertThat(wire.take()).endsWith("query 1");
  }

  @Test
  void a_query_without_an_answer_fails_in_time() {
    Request query = ask();
    pass(5_000);
    assertThatThrownBy(query::join).hasMessageContaining("no answer within 5s");
    assertThat(released).isPositive();
  }

  @Test
  void closing_ends_what_waits() {
    Request query = ask();
    queries.close("the end");
    assertThatThrownBy(query::join).hasMessageContaining("the end");
    queries.advance(now);
    assertThat(queries.nextWakeUpNanos()).isEqualTo(RetryTimer.NEVER);
  }

  @Test
  void a_message_that_no_proxy_sends_breaks_the_protocol() {
    ask();
    assertThatThrownBy(() -> queries.leaderReported(new Leadership(View.NONE, -1, ""), now))
        .isInstanceOf(ProtocolViolation.class);
    welcome();
    assertThatThrownBy(() -> queries.busy(7, 1, now)).isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> queries.replied(TestReply.of(7, 1, ReplyStatus.OK), now))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(this::welcome).isInstanceOf(ProtocolViolation.class);
  }

  private Request ask() {
    Request query = Request.query(new byte[1], Consistency.QUORUM);
    queries.submit(query, now);
    queries.advance(now);
    return query;
  }

  private void welcome() {
    queries.welcomed(new Welcome(0, new Leadership(View.NONE, -1, ""), 100, 8), now);
    queries.advance(now);
  }

  private void answer(long number, ReplyStatus status) {
    queries.queryReplied(TestReply.of(0, number, status), now);
    queries.advance(now);
  }

  private void pass(long millis) {
    now += millis * MILLIS;
    queries.advance(now);
  }
}

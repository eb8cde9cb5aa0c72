package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.synod.core.command.BatchEntry;
import io.synod.network.wire.MalformedFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCheckTest {
  private final RequestCheck check = new RequestCheck(100);
  private final ByteBuf body = Unpooled.buffer();

  @Test
  void requests_in_sequence_are_counted() throws MalformedFrame {
    entry(10, 7, 5, 0, 10);
    entry(0, 7, 6, 1, 0);
    entry(100, 7, 7, 2, 100);
    check.check(body);

    assertThat(check.session()).isEqualTo(7);
    assertThat(check.first()).isEqualTo(5);
    assertThat(check.count()).isEqualTo(3);
  }

  @Test
  void an_empty_frame_is_malformed() {
    assertMalformed("a requests frame of 0 bytes holds no entry");
  }

  @Test
  void a_payload_over_the_limit_names_both() {
    entry(101, 7, 1, 0, 101);
    assertMalformed("a request of 101 bytes exceeds the limit of 100");
  }

  @Test
  void a_negative_payload_is_malformed() {
    entry(-1, 7, 1, 0, 0);
    assertMalformed("an entry's payload of -1 bytes does not fit the 0 left");
  }

  @Test
  void a_payload_beyond_the_body_is_malformed() {
    entry(11, 7, 1, 0, 10);
    assertMalformed("an entry's payload of 11 bytes does not fit the 10 left");
  }

  @Test
  void half_an_entry_is_malformed() {
    entry(0, 7, 1, 0, 3);
    assertMalformed("body ends inside the header of an entry: 3 bytes left");
  }

  @Test
  void two_sessions_in_one_frame_are_malformed() {
    entry(0, 7, 1, 0, 0);
    entry(0, 10, 2, 0, 0);
    assertMalformed("requests of sessions 7 and a in one frame");
  }

  @Test
  void a_gap_between_sequences_is_malformed() {
    entry(0, 7, 1, 0, 0);
    entry(0, 7, 3, 0, 0);
    assertMalformed("sequence 3 follows 1");
  }

  @Test
  void sequences_that_overflow_are_malformed() {
    entry(0, 7, Long.MAX_VALUE, 0, 0);
    entry(0, 7, Long.MIN_VALUE, 0, 0);
    assertMalformed("2 requests from sequence 9223372036854775807 on overflow");
  }

  @Test
  void the_mark_of_a_query_does_not_count_as_outstanding() throws MalformedFrame {
    entry(0, 7, 9, BatchEntry.asQuery(5), 0);
    check.check(body);
    assertThat(check.outstanding()).isEqualTo(5);
  }

  @Test
  void a_control_that_is_marked_as_a_query_is_malformed() {
    entry(0, 7, 0, BatchEntry.asQuery(0), 0);
    assertMalformed("control sequence 0 is marked as a query");
  }

  @Test
  void a_control_with_a_payload_is_malformed() {
    entry(1, 7, -2, 0, 1);
    assertMalformed(
        "control sequence -2 is not alone in its frame, or has a wrong length: 1 bytes");
  }

  @Test
  void a_session_is_opened_with_a_name() throws Exception {
    RequestCheck larger = new RequestCheck(1_000);
    entry(256, 7, 0, 0, 256);
    larger.check(body);
    assertThat(larger.count()).isEqualTo(1);
    body.clear();
    entry(257, 7, 0, 0, 257);
    assertThatThrownBy(() -> larger.check(body))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageEndingWith("or has a wrong length: 257 bytes");
  }

  @Test
  void a_keep_alive_says_what_it_acknowledges() throws Exception {
    entry(16, 7, -1, 0, 16);
    check.check(body);
    assertThat(check.count()).isEqualTo(1);
    body.clear();
    entry(0, 7, -1, 0, 0);
    assertMalformed(
        "control sequence -1 is not alone in its frame, or has a wrong length: 0 bytes");
  }

  @Test
  void a_control_before_a_request_is_malformed() {
    entry(0, 7, 0, 0, 0);
    entry(0, 7, 1, 0, 0);
    assertMalformed(
        "control sequence 0 is not alone in its frame, or has a wrong length: 24 bytes");
  }

  /** A service takes it for nobody: it is the session of a timer. */
  @ParameterizedTest
  @ValueSource(longs = {BatchEntry.OPEN, BatchEntry.KEEP_ALIVE, BatchEntry.CLOSE, 1})
  void no_session_has_the_number_0(long sequence) {
    entry(0, 0, sequence, 0, 0);
    assertMalformed("a session has the number 0");
  }

  @ParameterizedTest
  @ValueSource(longs = {-4, -7, -1000, Long.MIN_VALUE})
  void a_control_that_only_a_later_version_knows_is_malformed(long sequence) {
    entry(0, 7, sequence, 0, 0);
    assertMalformed("sequence %d is neither a request nor a control".formatted(sequence));
    body.clear();
    entry(0, 0, sequence, 0, 0);
    entry(0, 0, sequence + 1, 0, 0);
    assertMalformed("sequence %d is neither a request nor a control".formatted(sequence));
  }

  private void entry(int length, long session, long sequence, int outstanding, int payloadBytes) {
    body.writeInt(length).writeLong(session).writeLong(sequence).writeInt(outstanding);
    body.writeZero(payloadBytes);
  }

  private void assertMalformed(String reason) {
    assertThatThrownBy(() -> check.check(body))
        .isInstanceOf(MalformedFrame.class)
        .hasMessage(reason);
  }
}

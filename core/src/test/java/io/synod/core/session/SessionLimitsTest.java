package io.synod.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionLimitsTest {
  private static final SessionLimits NOW =
      new SessionLimits(4, settings(100, 64, 10, 4096, 10_000, 20_000, 1 << 20));

  private static SessionSettings settings(
      long idle, int outstanding, int sessions, int largest, long kept, long all, long events) {
    AnswerLimits answers = new AnswerLimits(largest, kept, all);
    return new SessionSettings(idle, outstanding, sessions, answers, events);
  }

  @ParameterizedTest
  @CsvSource({
    "99,  64,  10, 4096, 10000, 20000, 1048576, ",
    "100, 63,  10, 4096, 10000, 20000, 1048576, session.max-outstanding",
    "100, 64,  9,  4096, 10000, 20000, 1048576, ",
    "100, 64,  10, 4095, 10000, 20000, 1048576, session.max-answer-bytes",
    "100, 64,  10, 4096, 9999,  20000, 1048576, session.max-kept-bytes",
    "100, 64,  10, 4096, 10000, 19999, 1048576, ",
    "100, 64,  10, 4096, 10000, 20000, 1048575, session.max-event-bytes",
    "101, 65,  11, 4097, 10001, 20001, 1048577, ",
  })
  void limits_that_clients_rely_on_are_not_lowered(
      long idle,
      int outstanding,
      int sessions,
      int largest,
      long kept,
      long all,
      long events,
      String lowered) {
    SessionLimits next =
        NOW.next(settings(idle, outstanding, sessions, largest, kept, all, events));
    if (lowered == null) {
      assertThat(NOW.whyNot(next)).isNull();
    } else {
      assertThat(NOW.whyNot(next)).startsWith(lowered + " cannot be lowered");
    }
  }

  @Test
  void only_the_next_change_follows() {
    for (long number : new long[] {1, 3, 4, 6}) {
      assertThat(NOW.whyNot(new SessionLimits(number, NOW.settings())))
          .isEqualTo("the limits were changed meanwhile, by change 4: look at them and ask again");
    }
    assertThat(NOW.whyNot(new SessionLimits(5, NOW.settings()))).isNull();
  }

  @Test
  void a_payload_is_read_as_it_was_written() {
    ByteBuffer within = ByteBuffer.allocate(SessionLimits.BYTES + 9).position(4);
    within.put(NOW.payload()).flip().position(4);
    assertThat(SessionLimits.read(within)).isEqualTo(NOW);
    assertThat(within.position()).isEqualTo(4);
  }

  @Test
  void a_malformed_payload_is_read_as_none() {
    byte[] payload = NOW.payload();
    assertThat(SessionLimits.read(ByteBuffer.wrap(payload, 1, payload.length - 1))).isNull();
    assertThat(SessionLimits.read(ByteBuffer.wrap(payload).putLong(0, 0).rewind())).isNull();
    for (int at = 8; at < payload.length; at += 4) {
      ByteBuffer wrong = ByteBuffer.wrap(NOW.payload());
      wrong.putInt(at, Integer.MIN_VALUE);
      boolean isHighHalf = at == 8 || at == 28 || at == 36 || at == 44;
      boolean isInt = at == 16 || at == 20 || at == 24;
      if (isHighHalf || isInt) {
        assertThat(SessionLimits.read(wrong)).as("at %d", at).isNull();
      }
    }
  }
}

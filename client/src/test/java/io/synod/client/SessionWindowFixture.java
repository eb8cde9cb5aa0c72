package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;

/** A session of one client. Requests are written as {@code sequence/outstanding}. */
abstract class SessionWindowFixture {
  static final long MILLIS = 1_000_000;
  static final long TIMEOUT = 10_000 * MILLIS;
  static final long RETRY = 1000 * MILLIS;
  static final long KEEP_ALIVE = 20_000 * MILLIS;
  static final Limits LIMITS = new Limits(100, 8, false);

  final RecordingWire wire = new RecordingWire();
  long released;
  final Completions completions = new Completions(TIMEOUT, weight -> released += weight);
  final SessionWindow window =
      new SessionWindow(
          8,
          new ClientTiming(TIMEOUT, RETRY, RETRY, KEEP_ALIVE),
          new SplittableRandom(7),
          completions,
          new EventInbox(null));
  long now = 1;

  @BeforeEach
  void attach() {
    window.attach(LIMITS, now);
  }

  Request send(int bytes) {
    Request request = Request.update(new byte[bytes]);
    request.deadlineNanos = now + TIMEOUT;
    window.enqueue(request);
    return request;
  }

  Request send() {
    return send(1);
  }

  void sendMany(int count) {
    for (int sent = 0; sent < count; sent++) {
      send();
    }
  }

  void at(long time) {
    now = time;
    flush();
  }

  void flush() {
    window.tick(now);
    window.flush(wire, now);
  }

  /** Exactly this, and now. */
  void sends(String... expected) {
    flush();
    assertThat(wire.take()).containsExactly(expected);
  }

  void open() {
    send();
    flush();
    answer(BatchEntry.OPEN);
    flush();
    answer(1);
    assertThat(wire.take()).containsExactly("OPEN", "1/0");
  }

  /** Opens the session and sends {@code count} requests, which are not answered. */
  void openWith(int count) {
    open();
    sendMany(count);
    flush();
  }

  void answer(long sequence) {
    window.reply(TestReply.ok(wire.session, sequence, new byte[] {(byte) sequence}), now);
  }

  void reply(long sequence, ReplyStatus status) {
    window.reply(TestReply.of(wire.session, sequence, status), now);
  }

  void expects(long expected) {
    window.reply(TestReply.outOfOrder(wire.session, expected + 1, expected), now);
  }
}

package io.synod.client;

import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the replicas execute, by the rules of the protocol, and the record of it. A session that is
 * gone stays gone, because copies of its requests may come long after.
 */
final class SimulatedSessions {
  record Entry(long session, long sequence, int outstanding, byte[] payload) {}

  private static final class Session {
    private long expected = 1;
    private long acknowledged = 1;
    private final Map<Long, byte[]> answers = new HashMap<>();
  }

  private final Map<Long, Session> sessions = new HashMap<>();
  private final Set<Long> gone = new HashSet<>();

  /** Payloads, as numbers, in the order of execution. */
  final List<Long> executed = new ArrayList<>();

  int opened() {
    return sessions.size() + gone.size();
  }

  int open() {
    return sessions.size();
  }

  void expireAll() {
    gone.addAll(sessions.keySet());
    sessions.clear();
  }

  static byte[] payload(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  static long number(byte[] payload) {
    return ByteBuffer.wrap(payload).getLong();
  }

  /** The reply, null if there is none. */
  TestReply execute(Entry entry) {
    if (entry.sequence == BatchEntry.OPEN && !gone.contains(entry.session)) {
      sessions.computeIfAbsent(entry.session, id -> new Session());
    }
    Session session = sessions.get(entry.session);
    if (session == null) {
      return TestReply.of(entry.session, entry.sequence, ReplyStatus.SESSION_EXPIRED);
    }
    if (entry.sequence == BatchEntry.CLOSE) {
      sessions.remove(entry.session);
      gone.add(entry.session);
    }
    if (entry.sequence <= 0) {
      return TestReply.of(entry.session, entry.sequence, ReplyStatus.OK);
    }
    session.acknowledged =
        Math.max(
            session.acknowledged, Math.min(session.expected, entry.sequence - entry.outstanding));
    return request(session, entry);
  }

  private TestReply request(Session session, Entry entry) {
    if (entry.sequence > session.expected) {
      return TestReply.outOfOrder(entry.session, entry.sequence, session.expected);
    }
    if (entry.sequence == session.expected) {
      session.expected++;
      executed.add(number(entry.payload));
      session.answers.put(entry.sequence, payload(-number(entry.payload)));
    }
    if (entry.sequence < session.acknowledged) {
      return null;
    }
    return TestReply.ok(entry.session, entry.sequence, session.answers.get(entry.sequence));
  }
}

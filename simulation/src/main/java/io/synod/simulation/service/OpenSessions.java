package io.synod.simulation.service;

import io.synod.service.ExecutionContext;
import io.synod.service.SessionEnd;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Trace;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sessions that are open by the calls of the service, and the events that it publishes to them.
 * Checks that each session opens and ends once, and that requests come from open ones.
 */
final class OpenSessions {
  /** An event: its number in its session, then session and sequence of the last request. */
  static final int HEADER_BYTES = 3 * Long.BYTES;

  private final int eventBytesMax;
  private final TreeMap<Long, Open> open = new TreeMap<>();

  private static final class Open {
    // Events so far.
    long events;

    // What the last request of this session has said of itself; 0 and 0 before the first.
    long lastSession;
    long lastSequence;

    // The session took no more events: its end follows.
    boolean isEnding;
  }

  OpenSessions(int eventBytesMax) {
    this.eventBytesMax = eventBytesMax;
  }

  /** Events that were published to {@code session}; -1 if it is not open. */
  long events(long session) {
    Open one = open.get(session);
    return one == null ? -1 : one.events;
  }

  void opened(long session, ByteBuffer name, ExecutionContext context) {
    if (context.session() != session || open.put(session, new Open()) != null) {
      throw new Violation("session %x is opened twice", session);
    }
    // A stranger gives none.
    if (name.remaining() != Long.BYTES && name.hasRemaining()) {
      throw new Violation("session %x is named by %d bytes", session, name.remaining());
    }
    publish(session, name.hasRemaining() ? name.getLong(name.position()) : 0, context);
  }

  void closed(long session, SessionEnd end, ExecutionContext context) {
    Open ended = open.remove(session);
    if (ended == null) {
      throw new Violation("session %x ends, %s, and is not open", session, end);
    }
    if (ended.isEnding && end == SessionEnd.CLOSED) {
      throw new Violation("session %x took no more events and ends, %s", session, end);
    }
    if (context.publish(session, new byte[0])) {
      throw new Violation("session %x takes an event behind its end", session);
    }
    publishToNext(session, session, context);
  }

  /** A request begins. A session that ends within it takes no further one. */
  void begins(ExecutionContext context) {
    Open from = open.get(context.session());
    if (from == null || from.isEnding) {
      throw new Violation("a request of session %x, which is not open", context.session());
    }
  }

  /**
   * A request is executed.
   *
   * @param session what it says of itself, not the one of {@code context}
   */
  void executed(Command command, long session, long sequence, ExecutionContext context) {
    Open from = open.get(context.session());
    int chosen = Math.floorMod(command.value(), 4);
    if (command.kind() == Command.Kind.ADD && chosen < 2) {
      publish(context.session(), command.value(), context);
      if (chosen == 1) {
        new ArrayList<>(open.keySet()).forEach(to -> publish(to, command.value(), context));
      }
    } else if (command.kind() == Command.Kind.WRITE) {
      publishToNext(context.session(), command.value(), context);
    }
    from.lastSession = session;
    from.lastSequence = sequence;
  }

  void timer(long id, ExecutionContext context) {
    publishToNext(Long.MIN_VALUE, id, context);
  }

  private void publishToNext(long session, long value, ExecutionContext context) {
    Long to = open.higherKey(session);
    if (to != null) {
      publish(to, value, context);
    }
  }

  /** Whether the session has taken an event of the user's service. */
  boolean publish(long to, int value, ExecutionContext context) {
    Open one = open.get(to);
    return one != null && publish(one, to, HEADER_BYTES + Integer.BYTES, value, context);
  }

  private void publish(long to, long value, ExecutionContext context) {
    int bytes = HEADER_BYTES + Math.floorMod(value, 2 + eventBytesMax - HEADER_BYTES);
    publish(open.get(to), to, Math.min(bytes, eventBytesMax), 0, context);
  }

  private static boolean publish(
      Open one, long to, int bytes, int value, ExecutionContext context) {
    long number = one.events + 1;
    ByteBuffer event = ByteBuffer.allocate(bytes);
    event.putLong(number).putLong(one.lastSession).putLong(one.lastSequence);
    if (value != 0) {
      event.putInt(value);
    }
    boolean published = context.publish(to, event.array());
    if (published) {
      if (one.isEnding) {
        throw new Violation("session %x takes an event again", to);
      }
      one.events = number;
    } else {
      one.isEnding = true;
    }
    return published;
  }

  long digest() {
    long digest = 0;
    for (Map.Entry<Long, Open> one : open.entrySet()) {
      digest = Trace.mix(Trace.mix(digest, one.getKey()), one.getValue().events);
    }
    return digest;
  }

  void write(DataOutputStream data) throws IOException {
    data.writeInt(open.size());
    for (Map.Entry<Long, Open> one : open.entrySet()) {
      data.writeLong(one.getKey());
      data.writeLong(one.getValue().events);
      data.writeLong(one.getValue().lastSession);
      data.writeLong(one.getValue().lastSequence);
    }
  }

  static OpenSessions read(DataInputStream data, int eventBytesMax) throws IOException {
    OpenSessions read = new OpenSessions(eventBytesMax);
    int count = data.readInt();
    for (int index = 0; index < count; index++) {
      Open one = new Open();
      read.open.put(data.readLong(), one);
      one.events = data.readLong();
      one.lastSession = data.readLong();
      one.lastSequence = data.readLong();
    }
    return read;
  }

  /** A copy that stays as it is now, between two batches. */
  OpenSessions copy() {
    OpenSessions copy = new OpenSessions(eventBytesMax);
    open.forEach(
        (session, one) -> {
          Open copied = new Open();
          copied.events = one.events;
          copied.lastSession = one.lastSession;
          copied.lastSequence = one.lastSequence;
          copy.open.put(session, copied);
        });
    return copy;
  }
}

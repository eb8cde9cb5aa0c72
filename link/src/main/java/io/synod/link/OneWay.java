package io.synod.link;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** One direction of a link, for all connections that use it. Confined to the event loop. */
final class OneWay {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final SplittableRandom random;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private State state = State.OPEN;
  private LinkShape shape = LinkShape.STRAIGHT;

  // Until then what was sent before is leaving.
  private long busyUntilNanos;
  private long passedBytes;

  /** What becomes of bytes. */
  enum State {
    OPEN,
    /** They wait, however long, and so does the news that a connection has ended. */
    STALLED,
    /** Connections end, and new ones end at once. */
    SEVERED
  }

  OneWay(long seed, long nowNanos) {
    random = new SplittableRandom(seed);
    busyUntilNanos = nowNanos;
  }

  void add(Connection connection) {
    connections.add(connection);
  }

  void remove(Connection connection) {
    connections.remove(connection);
  }

  void become(State next) {
    state = next;
    List.copyOf(connections).forEach(Connection::proceed);
  }

  void shape(LinkShape next) {
    shape = next;
    List.copyOf(connections).forEach(Connection::proceed);
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isSevered() {
    return state == State.SEVERED;
  }

  boolean hasRoom(long queuedBytes) {
    return queuedBytes < shape.queueBytes();
  }

  /** When bytes that are sent now arrive. */
  long arrivalNanos(int bytes, long nowNanos) {
    long arrival = nowNanos + shape.delayNanos();
    if (shape.jitterNanos() > 0) {
      arrival += random.nextLong(shape.jitterNanos() + 1);
    }
    if (shape.bytesPerSecond() == 0) {
      return arrival;
    }
    long begin = Math.max(nowNanos, busyUntilNanos);
    busyUntilNanos = begin + bytes * NANOS_PER_SECOND / shape.bytesPerSecond();
    return arrival + busyUntilNanos - nowNanos;
  }

  void passed(int bytes) {
    passedBytes += bytes;
  }

  long queuedBytes() {
    return connections.stream().mapToLong(connection -> connection.queuedBytes(this)).sum();
  }

  long passedBytes() {
    return passedBytes;
  }
}

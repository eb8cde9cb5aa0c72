package io.synod.link;

import io.synod.network.wire.FrameType;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** One direction of a link, for all connections that use it. Confined to the event loop. */
final class OneWay {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  // As Ethernet's packets; of faster links what leaves in a millisecond, to be woken less often.
  private static final int PIECE_BYTES_MIN = 1_500;
  private static final long PIECES_PER_SECOND = 1_000;

  private final SplittableRandom random;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private State state = State.OPEN;
  private LinkShape shape = LinkShape.STRAIGHT;

  // Until then what was sent before is leaving.
  private long busyUntilNanos;
  private long passedBytes;
  private final Map<FrameType, Frames> passedFrames = new EnumMap<>(FrameType.class);

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

  /**
   * How many bytes may arrive together. All of them arrive with the last, so that one read of 64
   * KiB would keep its first byte from a link of 10 Mbit/s for 52 ms.
   */
  int pieceBytes() {
    if (shape.bitsPerSecond() == 0) {
      return Integer.MAX_VALUE;
    }
    long bytes = shape.bitsPerSecond() / (Byte.SIZE * PIECES_PER_SECOND);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(PIECE_BYTES_MIN, bytes));
  }

  /** When bytes that are sent now arrive. */
  long arrivalNanos(int bytes, long nowNanos) {
    long arrival = nowNanos + shape.delayNanos();
    if (shape.jitterNanos() > 0) {
      arrival += random.nextLong(shape.jitterNanos() + 1);
    }
    if (shape.bitsPerSecond() == 0) {
      return arrival;
    }
    long begin = Math.max(nowNanos, busyUntilNanos);
    busyUntilNanos = begin + bytes * NANOS_PER_SECOND * Byte.SIZE / shape.bitsPerSecond();
    return arrival + busyUntilNanos - nowNanos;
  }

  void passed(int bytes) {
    passedBytes += bytes;
  }

  void passed(FrameType type, long bytes) {
    passedFrames.merge(type, new Frames(1, bytes), Frames::plus);
  }

  long queuedBytes() {
    return connections.stream().mapToLong(connection -> connection.queuedBytes(this)).sum();
  }

  long passedBytes() {
    return passedBytes;
  }

  Map<FrameType, Frames> passedFrames() {
    return Map.copyOf(passedFrames);
  }
}

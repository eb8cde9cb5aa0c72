package io.synod.link;

import io.synod.network.wire.FrameType;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** One direction of a link, for all connections that use it. Confined to the event loop. */
final class OneWay {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  // At least one Ethernet packet. On faster links one millisecond's bytes, for fewer wake-ups.
  private static final int PIECE_BYTES_MIN = 1_500;
  private static final long PIECES_PER_SECOND = 1_000;

  private final SplittableRandom random;
  private final LongSupplier nanoClock;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private State state = State.OPEN;
  private LinkShape shape = LinkShape.STRAIGHT;

  // When the last byte sent so far has left.
  private long busyUntilNanos;
  private long passedBytes;
  private final Map<FrameType, Frames> passedFrames = new EnumMap<>(FrameType.class);

  /** Whether bytes pass. */
  enum State {
    OPEN,
    /** Bytes, and the end of a connection, wait for any length of time. */
    STALLED,
    /** Connections end, and every new one ends at once. */
    SEVERED
  }

  OneWay(long seed, LongSupplier nanoClock) {
    random = new SplittableRandom(seed);
    this.nanoClock = nanoClock;
    busyUntilNanos = nanoTime();
  }

  long nanoTime() {
    return nanoClock.getAsLong();
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
   * The largest number of bytes that arrive together. They all arrive with the last one: a piece of
   * 64 KiB would delay its first byte by 52 ms on a link of 10 Mbit/s.
   */
  int pieceBytes() {
    if (shape.bitsPerSecond() == 0) {
      return Integer.MAX_VALUE;
    }
    long bytes = shape.bitsPerSecond() / (Byte.SIZE * PIECES_PER_SECOND);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(PIECE_BYTES_MIN, bytes));
  }

  /** The time at which bytes that are sent now arrive. */
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

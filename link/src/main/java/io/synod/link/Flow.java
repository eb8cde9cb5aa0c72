package io.synod.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of one connection in one direction, queued for a channel. Confined to the event loop.
 */
final class Flow {
  private final OneWay way;
  private final Channel source;
  private final FrameCut frames;
  private final ArrayDeque<Piece> queue = new ArrayDeque<>();

  // Null until the connection is made.
  private Channel sink;
  private long queuedBytes;
  private long lastArrivalNanos;
  private boolean reading;
  private boolean sourceEnded;
  private Future<?> wakeUp;

  private record Piece(ByteBuf bytes, long arrivalNanos) {}

  Flow(OneWay way, Channel source) {
    this.way = way;
    this.source = source;
    frames = new FrameCut(way::passed);
    lastArrivalNanos = way.nanoTime();
  }

  void begin(Channel to) {
    sink = to;
    proceed();
  }

  void read(ByteBuf bytes) {
    long now = way.nanoTime();
    int most = way.pieceBytes();
    while (bytes.readableBytes() > most) {
      enqueue(bytes.readRetainedSlice(most), now);
    }
    enqueue(bytes, now);
  }

  private void enqueue(ByteBuf piece, long nowNanos) {
    // A byte that overtook another would break the stream.
    lastArrivalNanos =
        Math.max(lastArrivalNanos, way.arrivalNanos(piece.readableBytes(), nowNanos));
    queue.add(new Piece(piece, lastArrivalNanos));
    queuedBytes += piece.readableBytes();
  }

  void readComplete() {
    reading = false;
    proceed();
  }

  /** Closes the sink behind the last byte, because the source is closed. */
  void sourceEnded() {
    sourceEnded = true;
    proceed();
  }

  /** Writes the bytes that have arrived, and reads on if the queue has space. */
  void proceed() {
    if (sink == null || !way.isOpen()) {
      return;
    }
    if (!sink.isActive()) {
      discard();
      return;
    }
    boolean written = false;
    long now = way.nanoTime();
    while (!queue.isEmpty() && queue.peek().arrivalNanos() - now <= 0 && sink.isWritable()) {
      pass(queue.poll());
      written = true;
    }
    if (written) {
      sink.flush();
    }
    awaitArrival(now);
    if (queue.isEmpty() && sourceEnded) {
      sink.close();
    } else if (!reading && !sourceEnded && way.hasRoom(queuedBytes)) {
      reading = true;
      source.read();
    }
  }

  private void pass(Piece piece) {
    int bytes = piece.bytes().readableBytes();
    queuedBytes -= bytes;
    way.passed(bytes);
    frames.pass(piece.bytes());
    sink.write(piece.bytes(), sink.voidPromise());
  }

  private void awaitArrival(long nowNanos) {
    if (queue.isEmpty() || wakeUp != null) {
      return;
    }
    long delayNanos = queue.peek().arrivalNanos() - nowNanos;
    if (delayNanos > 0) {
      wakeUp = source.eventLoop().schedule(this::arrived, delayNanos, TimeUnit.NANOSECONDS);
    }
  }

  private void arrived() {
    wakeUp = null;
    proceed();
  }

  /** Drops all queued bytes. */
  void discard() {
    queue.forEach(piece -> piece.bytes().release());
    queue.clear();
    queuedBytes = 0;
    if (wakeUp != null) {
      wakeUp.cancel(false);
      wakeUp = null;
    }
  }

  long queuedBytes() {
    return queuedBytes;
  }
}

package io.synod.simulation.scheduler;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.synod.core.message.Message;
import io.synod.network.wire.Frame;
import io.synod.network.wire.MessageCodec;
import java.util.function.Consumer;

/**
 * A rolling 64-bit hash over every event and effect: two runs are the same run if their hashes are
 * equal. Also passes each line to a listener, if there is one; lines are formatted only then.
 */
public final class Trace {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Scheduler scheduler;
  private final Consumer<String> lines;
  private final MessageCodec codec = new MessageCodec();
  private long hash = GOLDEN;

  /**
   * @param lines receives one line per event and effect; null for none
   */
  public Trace(Scheduler scheduler, Consumer<String> lines) {
    this.scheduler = scheduler;
    this.lines = lines;
  }

  public long hash() {
    return hash;
  }

  /** Something named {@code what} has happened at {@code replica} (-1: at none). */
  public void event(int replica, String what, Object detail) {
    add(scheduler.now());
    add(replica);
    add(what.hashCode());
    if (lines != null) {
      lines.accept(
          "%,15d ns  %s  %s %s"
              .formatted(scheduler.now(), replica < 0 ? "-" : replica, what, detail));
    }
  }

  /** A replica sends {@code message}. */
  public void message(int replica, String what, int peer, Message message) {
    message(replica, what, peer, message, checksum(message));
  }

  /** A replica receives {@code message}. What a replica has sent was added then. */
  public void received(int replica, String what, int peer, Message message) {
    message(replica, what, peer, message, message.getClass().getName().hashCode());
  }

  private void message(int replica, String what, int peer, Message message, int content) {
    add(scheduler.now());
    add(replica);
    add(what.hashCode());
    add(peer);
    add(content);
    if (lines != null) {
      lines.accept(
          "%,15d ns  %d  %s %d %s".formatted(scheduler.now(), replica, what, peer, message));
    }
  }

  public void add(long value) {
    hash = mix(hash, value);
  }

  /**
   * That of its frame, which covers every part and ends the header; a record's own hash code is not
   * specified.
   */
  private int checksum(Message message) {
    ByteBuf frame = codec.encode(message, PooledByteBufAllocator.DEFAULT);
    int checksum = frame.getInt(Frame.HEADER_BYTES - Integer.BYTES);
    frame.release();
    return checksum;
  }

  public static long mix(long hash, long value) {
    long mixed = (hash ^ value) * GOLDEN;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    return mixed ^ mixed >>> 27;
  }
}

package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Ping;
import io.synod.network.wire.Pong;
import java.util.function.Consumer;

/**
 * Measures the link to one peer over the connection of the messages: single pings for the round
 * trip, bursts of large ones for the bandwidth. Neither counts as a message. Confined to the event
 * loop, except for {@link #quality}.
 */
final class LinkMeter {
  private static final int BURST_FRAME_BYTES = 16 << 10;
  private static final long WINDOW_BYTES_MAX = 16 << 20;
  private static final long NONE = -1;

  private final int burstFrameBytes;
  private final long windowBytes;

  private long lastNumber;
  private RoundTrips trips = new RoundTrips();

  // Of the open connection; null while there is none.
  private Channel channel;

  // The single ping that is on its way, or NONE.
  private long awaited = NONE;
  private long sentNanos;

  // Null while there is none; then its pings have this number, and this frame.
  private Burst burst;
  private long burstNumber;
  private ByteBuf burstFrame;
  private Consumer<Burst> onBurstEnd;

  private volatile LinkQuality quality = LinkQuality.UNKNOWN;

  LinkMeter(PeerSettings settings) {
    burstFrameBytes = Math.min(BURST_FRAME_BYTES, settings.maxFrameBytes());
    // What is left of the buffer is the messages'.
    windowBytes = Math.min(WINDOW_BYTES_MAX, settings.bufferBytes() / 2);
  }

  /** Any thread. */
  LinkQuality quality() {
    return quality;
  }

  /** A connection is open; the one before it is closed. */
  void opened(Channel opened) {
    channel = opened;
    ping();
  }

  /** The connection is over, and what was on its way is lost. */
  void closed() {
    channel = null;
    awaited = NONE;
    trips = new RoundTrips();
    quality = quality.with(trips);
    if (burst != null) {
      endBurst(null);
    }
  }

  /** The burst had this link to itself. */
  void found(Burst alone) {
    quality = quality.withRate(alone.bitsPerSecond(), alone.isLowerBound());
  }

  /** Sends a ping, unless one is on its way or would wait behind a burst. */
  void ping() {
    if (channel == null || awaited != NONE || burst != null) {
      return;
    }
    // First what may fail: a ping that is awaited and was not sent would be the last one.
    ByteBuf ping = new Ping(lastNumber + 1, 0).encode(ByteBufAllocator.DEFAULT);
    awaited = ++lastNumber;
    sentNanos = nanoTime();
    channel.writeAndFlush(ping, channel.voidPromise());
  }

  /**
   * Begins a burst, once a ping has measured the round trip, unless one is under way.
   *
   * @param onEnd receives it when all of it is answered; null if it was not
   */
  void burst(Consumer<Burst> onEnd) {
    if (channel == null || trips.count() == 0 || burst != null) {
      onEnd.accept(null);
      return;
    }
    // First what may fail.
    Burst begun = new Burst(burstFrameBytes, windowBytes, trips.least(), nanoTime());
    Ping ping = new Ping(lastNumber + 1, burstFrameBytes - Ping.FRAME_BYTES_MIN);
    burstFrame = ping.encode(ByteBufAllocator.DEFAULT);
    burstNumber = ++lastNumber;
    onBurstEnd = onEnd;
    burst = begun;
    sendDue();
  }

  void onPing(Ping ping) {
    if (channel != null) {
      ByteBuf pong = new Pong(ping.number()).encode(ByteBufAllocator.DEFAULT);
      channel.writeAndFlush(pong, channel.voidPromise());
    }
  }

  /**
   * @throws MalformedFrame if it answers nothing
   */
  void onPong(Pong pong) throws MalformedFrame {
    if (pong.number() == awaited) {
      awaited = NONE;
      trips.add(nanoTime() - sentNanos);
      quality = quality.with(trips);
    } else if (burst != null && pong.number() == burstNumber) {
      onBurstPong();
    } else {
      throw new MalformedFrame(MalformedFrame.Kind.BODY, "pong %d answers no ping", pong.number());
    }
  }

  private void onBurstPong() {
    burst.answered(nanoTime());
    sendDue();
    if (burst != null && !burst.isAwaiting()) {
      endBurst(burst);
    }
  }

  /** The connection may end with what is written here, and with it the burst. */
  private void sendDue() {
    int due = burst.due(nanoTime());
    for (int index = 0; index < due && burst != null; index++) {
      channel.write(burstFrame.retainedDuplicate(), channel.voidPromise());
    }
    if (due > 0 && channel != null) {
      channel.flush();
    }
  }

  private long nanoTime() {
    return Sockets.nanoTime(channel.eventLoop());
  }

  private void endBurst(Burst answered) {
    burst = null;
    burstFrame.release();
    onBurstEnd.accept(answered);
  }
}

package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;

/** What may come on a connection to a port: nothing breaks it, and a broken frame closes it. */
public abstract class PortTarget implements FuzzTarget {
  protected static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  // What a connection may send before it has said hello.
  private static final int HANDSHAKE_BYTES_MAX = 1 << 13;

  private final int frameBytesMax;
  // Netty swallows what is thrown where a failure is reported.
  private Throwable failure;

  protected PortTarget(int frameBytesMax) {
    this.frameBytesMax = frameBytesMax;
  }

  /** The port takes what came for a bug of its own. */
  protected final void failed(Throwable bug) {
    failure = bug;
  }

  /** A new connection has opened; what was received on earlier ones is forgotten. */
  protected abstract void accept(Channel connection);

  /**
   * Compares what was received with what was sent.
   *
   * @param sent what the frame rules say of the input
   * @return the kind of outcome, apart from whether the connection is open
   */
  protected abstract String received(FrameStreams.Judgement sent);

  @Override
  public final byte[] sealed(byte[] input) {
    return FrameStreams.sealed(input);
  }

  @Override
  public final Outcome run(byte[] input) {
    failure = null;
    boolean open;
    try (BoundedFeed feed = new BoundedFeed()) {
      accept(feed.channel());
      feed.channel().pipeline().fireChannelActive();
      feed.feed(input);
      open = feed.isOpen();
    }
    if (failure != null) {
      throw new AssertionError("reported as a bug", failure);
    }
    FrameStreams.Judgement sent = FrameStreams.judge(input, HANDSHAKE_BYTES_MAX, frameBytesMax);
    assertThat(open && sent.broken()).as("open after a broken frame").isFalse();
    boolean deep = sent.frames().size() > (sent.broken() ? 1 : 0);
    return new Outcome((open ? "open" : "closed") + received(sent), deep);
  }
}

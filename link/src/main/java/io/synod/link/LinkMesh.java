package io.synod.link;

import io.netty.channel.EventLoopGroup;
import io.synod.network.transport.Transport;
import io.synod.network.wire.FrameType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The links between n nodes, numbered from 0. For each other node, a node dials a port of its own
 * here, and its traffic passes through that port. A link has two directions, {@code from} one node
 * {@code to} the other, regardless of which node dialled. Thread-safe; a change of a link is in
 * effect on return. Owns its thread.
 */
public final class LinkMesh implements AutoCloseable {
  private static final long CLOSE_MILLIS_MAX = 2_000;

  private final int nodes;
  private final EventLoopGroup loop = Transport.chosen().eventLoops(1, "links");
  private final List<OneWay> ways = new ArrayList<>();

  /**
   * @param seed of the jitter's random numbers
   */
  public LinkMesh(int nodes, long seed) {
    this.nodes = nodes;
    for (int way = 0; way < nodes * nodes; way++) {
      ways.add(new OneWay(seed * 31 + way, System::nanoTime));
    }
  }

  /**
   * Opens the port at which {@code from} reaches {@code to}; blocks.
   *
   * @param targetPort where {@code to} listens or will listen
   * @return the port that {@code from} dials
   * @throws java.io.UncheckedIOException if no port is free
   */
  public int listen(int from, int to, int targetPort) {
    return LinkProxy.listen(loop, way(from, to), way(to, from), targetPort).port();
  }

  /** Holds bytes sent in this direction until {@link #restore}, and delivers them then. */
  public void stall(int from, int to) {
    on(from, to, way -> way.become(OneWay.State.STALLED));
  }

  /** Ends the link's connections, and every new one at once, until {@link #restore}. */
  public void sever(int from, int to) {
    on(from, to, way -> way.become(OneWay.State.SEVERED));
  }

  /** Opens the direction again. */
  public void restore(int from, int to) {
    on(from, to, way -> way.become(OneWay.State.OPEN));
  }

  /** Sets the shape for bytes sent in this direction from now on. */
  public void shape(int from, int to, LinkShape shape) {
    on(from, to, way -> way.shape(shape));
  }

  /** The bytes that have passed in this direction. */
  public long passedBytes(int from, int to) {
    return call(way(from, to)::passedBytes);
  }

  /** The frames that have passed in this direction, by type; a type without frames is absent. */
  public Map<FrameType, Frames> passedFrames(int from, int to) {
    return call(way(from, to)::passedFrames);
  }

  /** The bytes of all connections that wait or are delayed in this direction. */
  public long queuedBytes(int from, int to) {
    return call(way(from, to)::queuedBytes);
  }

  /** Ends all connections and the thread. */
  @Override
  public void close() {
    // Event loops close their channels when they end.
    loop.shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }

  private OneWay way(int from, int to) {
    return ways.get(from * nodes + to);
  }

  private void on(int from, int to, Consumer<OneWay> change) {
    call(
        () -> {
          change.accept(way(from, to));
          return null;
        });
  }

  private <T> T call(Callable<T> task) {
    return loop.submit(task).syncUninterruptibly().getNow();
  }
}

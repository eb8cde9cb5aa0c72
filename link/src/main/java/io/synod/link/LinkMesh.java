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
 * The links between n nodes, numbered from 0: each node dials another at a port of its own here,
 * and what it sends and gets passes through. A link has two directions, {@code from} one node
 * {@code to} the other, whoever has dialled. Thread-safe; what changes a link has happened on
 * return. Owns its thread.
 */
public final class LinkMesh implements AutoCloseable {
  private static final long CLOSE_MILLIS_MAX = 2_000;

  private final int nodes;
  private final EventLoopGroup loop = Transport.chosen().eventLoops(1, "links");
  private final List<OneWay> ways = new ArrayList<>();

  /**
   * @param seed of the jitter
   */
  public LinkMesh(int nodes, long seed) {
    this.nodes = nodes;
    for (int way = 0; way < nodes * nodes; way++) {
      ways.add(new OneWay(seed * 31 + way, System.nanoTime()));
    }
  }

  /**
   * Begins to listen for {@code from}, which will find {@code to} there; blocks.
   *
   * @param targetPort where {@code to} listens, or will
   * @return where {@code from} dials
   * @throws java.io.UncheckedIOException if no port can be had
   */
  public int listen(int from, int to, int targetPort) {
    return LinkProxy.listen(loop, way(from, to), way(to, from), targetPort).port();
  }

  /** What is sent in this direction does not arrive before {@link #restore}, and then does. */
  public void stall(int from, int to) {
    on(from, to, way -> way.become(OneWay.State.STALLED));
  }

  /** Connections of the link end, and new ones end at once, before {@link #restore}. */
  public void sever(int from, int to) {
    on(from, to, way -> way.become(OneWay.State.SEVERED));
  }

  /** The direction is open again. */
  public void restore(int from, int to) {
    on(from, to, way -> way.become(OneWay.State.OPEN));
  }

  /** For what is sent in this direction from now on. */
  public void shape(int from, int to, LinkShape shape) {
    on(from, to, way -> way.shape(shape));
  }

  /** How much has passed in this direction so far. */
  public long passedBytes(int from, int to) {
    return call(way(from, to)::passedBytes);
  }

  /** How much of that were frames, by their types; those that are not there have none. */
  public Map<FrameType, Frames> passedFrames(int from, int to) {
    return call(way(from, to)::passedFrames);
  }

  /** How much of all connections waits in this direction, or is on its way. */
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

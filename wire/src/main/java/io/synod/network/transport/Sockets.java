package io.synod.network.transport;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes event loops, and the channels that work on them: a {@link Transport} of this machine, or
 * one that a simulation drives. Any thread.
 */
public interface Sockets {

  /** Event loops that were made by sockets which are no {@link Transport}. */
  interface Owned {
    Sockets sockets();
  }

  /** The sockets whose channels work on {@code loops}. */
  static Sockets of(EventLoopGroup loops) {
    return loops instanceof Owned owned ? owned.sockets() : Transport.of(loops);
  }

  /** The clock of what runs on {@code loops}, as {@link System#nanoTime}. Any thread. */
  static long nanoTime(EventExecutorGroup loops) {
    return loops instanceof Owned owned ? owned.sockets().nanoTime() : System.nanoTime();
  }

  /**
   * The time of day for what runs on {@code loops}, in milliseconds since the epoch. Any thread.
   */
  static long currentTimeMillis(EventExecutorGroup loops) {
    return loops instanceof Owned owned
        ? owned.sockets().currentTimeMillis()
        : System.currentTimeMillis();
  }

  /**
   * Waits for what ends on {@code loops}; on none of their threads.
   *
   * @return whether it has ended in time
   */
  static boolean await(EventExecutorGroup loops, Future<?> end, long millisMax) {
    return loops instanceof Owned owned
        ? owned.sockets().await(end, millisMax)
        : end.awaitUninterruptibly(millisMax);
  }

  /** The same, unless the waiting thread is interrupted. */
  static boolean awaitInterruptibly(EventExecutorGroup loops, Future<?> end, long millisMax)
      throws InterruptedException {
    return loops instanceof Owned owned
        ? owned.sockets().await(end, millisMax)
        : end.await(millisMax);
  }

  /** The same for a future of the JDK, for which any number of threads may wait. */
  static boolean awaitInterruptibly(
      EventExecutorGroup loops, CompletableFuture<?> end, long millisMax)
      throws InterruptedException {
    if (loops instanceof Owned owned) {
      return owned.sockets().await(end, millisMax);
    }
    try {
      end.get(millisMax, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException failed) {
      return true;
    }
  }

  /** The result of what ends on {@code loops}, for which it waits; on none of their threads. */
  static <T> T get(EventExecutorGroup loops, CompletableFuture<T> end)
      throws ExecutionException, InterruptedException {
    if (loops instanceof Owned owned) {
      owned.sockets().await(end, Long.MAX_VALUE);
    }
    return end.get();
  }

  /**
   * Waits for what ends on {@code loops}, however long it takes; throws what it has failed with.
   * Logs what keeps it waiting.
   */
  static void sync(EventExecutorGroup loops, Future<?> end) {
    SlowEnd.sync(loops, end);
  }

  /** What runs on {@code loops} goes on after a bug, which it has logged. Any thread. */
  static void survives(EventExecutorGroup loops, Throwable bug) {
    if (loops instanceof Owned owned) {
      owned.sockets().survives(bug);
    }
  }

  /** What uses these sockets goes on after a bug: a simulation may take note. */
  default void survives(Throwable bug) {}

  /** Waits for what ends on event loops of these sockets; on none of their threads. */
  default boolean await(Future<?> end, long millisMax) {
    return end.awaitUninterruptibly(millisMax);
  }

  /** The same for a future of the JDK; of event loops that a simulation drives. */
  default boolean await(CompletableFuture<?> end, long millisMax) {
    throw new UnsupportedOperationException("real threads wait by themselves");
  }

  /** The time of day in milliseconds since the epoch. */
  default long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  /** A clock for intervals, as {@link System#nanoTime}. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /**
   * Event loops, whose threads start with their first task.
   *
   * @param name of the threads; a number follows where there are several
   */
  EventLoopGroup eventLoops(int threads, String name);

  /** For connections that are dialled; lacks group and handler. */
  Bootstrap dialler(WriteBufferWaterMark waterMark);

  /** For connections that are accepted; lacks group and handler. */
  ServerBootstrap listener(WriteBufferWaterMark waterMark);

  /**
   * The same for connections of anybody, with smaller reads: a request keeps the buffer of its read
   * until it is batched.
   */
  ServerBootstrap strangers(WriteBufferWaterMark waterMark);

  /** For a socket that sends and receives datagrams; lacks group and handler. */
  Bootstrap datagrams(WriteBufferWaterMark waterMark);

  /**
   * Lets connections die whose other end takes nothing for ten seconds, where the transport can.
   * Otherwise a healed partition would be noticed as late as TCP's own back-off has grown
   * meanwhile.
   */
  Bootstrap endStalled(Bootstrap dialler);

  /** The same for connections that are accepted. */
  ServerBootstrap endStalled(ServerBootstrap listener);

  /**
   * Whether connections with {@link #endStalled} end by themselves. Where they do not, their user
   * ends those from which nothing comes.
   */
  default boolean endsStalled() {
    return true;
  }

  /** A random number, of which no other process has the same: of sessions, and of delays. */
  default long draw() {
    return new SecureRandom().nextLong();
  }

  /**
   * Looks a name up elsewhere: a name server that does not answer must not stop an event loop.
   *
   * @return the address with what its name means now; unresolved if it means nothing
   */
  CompletableFuture<InetSocketAddress> lookUp(InetSocketAddress address);

  /**
   * Binds a listener, or a socket for datagrams, and waits for it; not to be called on an event
   * loop.
   *
   * @param what the port is for, and where it is configured
   * @throws UncheckedIOException if the port cannot be had; names address and purpose
   */
  Channel bind(AbstractBootstrap<?, ?> socket, InetSocketAddress address, String what);
}

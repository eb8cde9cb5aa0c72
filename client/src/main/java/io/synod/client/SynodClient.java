package io.synod.client;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import io.netty.util.concurrent.Promise;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.Sockets;
import io.synod.network.transport.Transport;
import io.synod.service.Codec;
import io.synod.service.ServiceException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A client of a Synod cluster. For any number of threads; requests of one thread are executed in
 * the order in which it sent them, each at most once, also when replicas fail and the leader
 * changes.
 *
 * <p>Every future ends, at the request timeout at the latest, in one of:
 *
 * <ul>
 *   <li>the service's answer;
 *   <li>{@link ServiceException}: the service has refused it, on all replicas the same;
 *   <li>{@link RequestFailedException}: it was surely not executed, and will not be;
 *   <li>{@link RequestUnknownException}: it may or may not have been executed, or may still be.
 * </ul>
 *
 * Futures are completed on the client's event loop. What is chained to them without an executor
 * runs there, must not block, and may send. Completing or cancelling a future does not take back
 * its request once it was sent.
 */
public final class SynodClient implements AutoCloseable {
  private static final long CLOSE_MILLIS_MAX = 10_000;

  private final ClientLoop client;
  private final EventLoop loop;

  // Null if the loop is not this client's own.
  private final EventLoopGroup ownLoops;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Promise<Void> closed;
  private final GenericFutureListener<Future<Object>> onLoopEnd = this::loopHasEnded;

  // The thread that ends the client. It runs the last callbacks, so it must not wait for their end.
  private volatile Thread lastThread;

  SynodClient(EventLoop shared, ClientSettings settings) {
    if (shared == null) {
      ownLoops = Transport.chosen().eventLoops(1, "synod-client-" + settings.cluster());
      loop = ownLoops.next();
    } else {
      ownLoops = null;
      loop = shared;
    }
    Sockets sockets = Sockets.of(loop);
    client = new ClientLoop(loop, sockets, settings, sockets.draw());
    closed = loop.newPromise();
    if (ownLoops == null) {
      loop.terminationFuture().addListener(onLoopEnd);
    }
    client.start();
  }

  /** Collects the settings of a client. */
  public static SynodClientBuilder builder() {
    return new SynodClientBuilder();
  }

  /**
   * Sends a request that may change the service's state. Any thread; does not block. A request that
   * cannot be sent yet waits in the client. If too many wait, or the client is closed, the returned
   * future has already failed with {@link RequestFailedException}.
   *
   * @param request not null; the caller must not change it afterwards
   */
  public CompletableFuture<byte[]> send(byte[] request) {
    Request sent = Request.update(request);
    client.send(sent);
    return sent;
  }

  /**
   * As {@link #send}, but while too many requests wait in the client, this thread waits until there
   * is space. The request's timeout counts from then on.
   *
   * @throws InterruptedException if the thread is interrupted before; nothing is sent then
   * @throws IllegalStateException on the client's event loop, where waiting would be for ever
   */
  public CompletableFuture<byte[]> sendWaiting(byte[] request) throws InterruptedException {
    checkMayWait();
    checkNotInterrupted();
    Request sent = Request.update(request);
    client.sendWaiting(sent);
    return sent;
  }

  /**
   * Waits until the client is connected to the leader.
   *
   * @param patience the longest wait; zero or less only asks
   * @return false if it is not connected by then, or is closed
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException on the client's event loop, where waiting would be for ever
   */
  public boolean awaitReady(Duration patience) throws InterruptedException {
    checkMayWait();
    checkNotInterrupted();
    return client.awaitReady(TimeUnit.NANOSECONDS.convert(patience));
  }

  /** What this client does at the moment. Any thread; does not block. */
  public ClientState state() {
    return client.state();
  }

  /** This client for a {@code TypedService} with these codecs. */
  public <C, R> TypedClient<C, R> typed(Codec<C> commands, Codec<R> replies) {
    return new TypedClient<>(this, commands, replies);
  }

  /** As {@link #query(byte[], Consistency)}, answered by the leader. */
  public CompletableFuture<byte[]> query(byte[] query) {
    return query(query, Consistency.LEADER);
  }

  /**
   * Sends a read-only request. Any thread; does not block. Its outcome is never unknown, because a
   * query changes nothing.
   *
   * @param query not null; the caller must not change it afterwards
   * @param consistency how much of what was executed before it sees; a query through the log is
   *     executed in order with this thread's requests, any other in no order with them
   */
  public CompletableFuture<byte[]> query(byte[] query, Consistency consistency) {
    Request sent = Request.query(query, consistency);
    client.send(sent);
    return sent;
  }

  /**
   * As {@link #send}, and blocks until the future completes.
   *
   * @throws InterruptedException if the thread is interrupted; the request goes on
   * @throws IllegalStateException on the client's event loop, where waiting would be for ever
   */
  public byte[] execute(byte[] request)
      throws ServiceException,
          RequestFailedException,
          RequestUnknownException,
          InterruptedException {
    checkMayWait();
    try {
      return Sockets.get(loop, send(request));
    } catch (ExecutionException end) {
      if (end.getCause() instanceof RequestUnknownException unknown) {
        throw new RequestUnknownException(unknown);
      }
      throw knownEnd(end.getCause());
    }
  }

  /** As {@link #executeQuery(byte[], Consistency)}, answered by the leader. */
  public byte[] executeQuery(byte[] query)
      throws ServiceException, RequestFailedException, InterruptedException {
    return executeQuery(query, Consistency.LEADER);
  }

  /**
   * As {@link #query(byte[], Consistency)}, and waits for the end.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalStateException on the client's event loop, where waiting would be for ever
   */
  public byte[] executeQuery(byte[] query, Consistency consistency)
      throws ServiceException, RequestFailedException, InterruptedException {
    checkMayWait();
    try {
      return Sockets.get(loop, query(query, consistency));
    } catch (ExecutionException end) {
      throw knownEnd(end.getCause());
    }
  }

  private static RequestFailedException knownEnd(Throwable end) throws ServiceException {
    if (end instanceof ServiceException refusal) {
      throw refusal;
    }
    if (end instanceof RequestFailedException failed) {
      return new RequestFailedException(failed);
    }
    throw new IllegalStateException("a request has ended in a way that does not exist", end);
  }

  private void checkMayWait() {
    if (loop.inEventLoop()) {
      throw new IllegalStateException("the client's event loop must not wait for an answer");
    }
  }

  /** A thread that need not wait learns of it too, as from all that waits in the JDK. */
  private static void checkNotInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /**
   * Ends everything outstanding as failed or unknown, asks the leader to close the session if it is
   * connected, and waits until the client's thread has ended; on the event loop itself, and in a
   * callback, it does not wait. It asks once: a leader that is busy or fails then leaves the
   * session to its idle timeout. A shared event loop goes on. Closing again just waits. An
   * interrupted thread waits too, and stays interrupted.
   *
   * @throws IllegalStateException if a callback blocks the event loop for more than ten seconds
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      beginClose();
    }
    if (!loop.inEventLoop() && Thread.currentThread() != lastThread) {
      checkInTime(Sockets.await(loop, closed, CLOSE_MILLIS_MAX));
      if (ownLoops != null) {
        checkInTime(hasEnded(lastThread));
      }
    }
  }

  private void beginClose() {
    try {
      loop.execute(this::closeOnLoop);
    } catch (RejectedExecutionException loopIsOver) {
      // A shared event loop was shut down first: its thread is the last to touch the client.
      checkInTime(Sockets.await(loop, loop.terminationFuture(), CLOSE_MILLIS_MAX));
      closeOnLoop();
    }
  }

  /**
   * A shared event loop was shut down, and this client may have no other sign of that. Also {@link
   * #close} may wait for it: a loop that ends may drop a task that it has taken from another
   * thread.
   */
  private void loopHasEnded(Future<?> end) {
    // Otherwise its process was killed, in a simulation, and runs nothing any more.
    if (end.isSuccess()) {
      closeOnLoop();
    }
  }

  private void closeOnLoop() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    lastThread = Thread.currentThread();
    try {
      client.close();
    } finally {
      if (ownLoops == null) {
        loop.terminationFuture().removeListener(onLoopEnd);
      } else {
        // Only now: an event loop that is shutting down closes connections before it runs tasks.
        ownLoops.shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS);
      }
      closed.setSuccess(null);
    }
  }

  private static boolean hasEnded(Thread thread) {
    long begin = System.nanoTime();
    boolean interrupted = false;
    while (thread.isAlive() && System.nanoTime() - begin < CLOSE_MILLIS_MAX * 1_000_000) {
      try {
        thread.join(CLOSE_MILLIS_MAX);
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private static void checkInTime(boolean ended) {
    if (!ended) {
      throw new IllegalStateException("a callback blocks the client's event loop");
    }
  }
}

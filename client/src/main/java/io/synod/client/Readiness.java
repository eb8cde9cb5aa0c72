package io.synod.client;

import io.netty.util.concurrent.EventExecutor;
import io.synod.network.transport.Sockets;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** Whether the client is connected to the leader. Set by the event loop, read by any thread. */
final class Readiness {
  private static final int NONE = -1;

  private final ListenerCalls calls = new ListenerCalls("connection listener");

  // Null if there is none.
  private final ConnectionListener listener;

  // The leader that is connected; NONE if none is.
  private int leader = NONE;
  private InetSocketAddress address;
  private boolean isClosed;

  // Completed at the next change; null while no thread waits for it.
  private CompletableFuture<Void> changes;

  Readiness(ConnectionListener listener) {
    this.listener = listener;
  }

  /** Event loop. */
  void connected(int replica, InetSocketAddress address) {
    if (set(replica, address) && listener != null) {
      calls.call(() -> listener.onConnected(replica, address));
    }
  }

  /** Event loop. */
  void disconnected() {
    if (set(NONE, null) && listener != null) {
      calls.call(listener::onDisconnected);
    }
  }

  private synchronized boolean set(int replica, InetSocketAddress itsAddress) {
    boolean isChanged = leader != replica;
    leader = replica;
    address = itsAddress;
    wakeWaiting();
    return isChanged;
  }

  /**
   * The state now.
   *
   * @param unanswered requests of the client
   */
  synchronized ClientState state(long unanswered) {
    return new ClientState(leader, address, unanswered);
  }

  /** Ends the wait of all threads. */
  synchronized void close() {
    isClosed = true;
    wakeWaiting();
  }

  private void wakeWaiting() {
    if (changes != null) {
      changes.complete(null);
      changes = null;
    }
  }

  /**
   * Waits for the connection; false if it does not stand by then, or the client is closed.
   *
   * @param loop not the caller's thread
   */
  boolean await(EventExecutor loop, long nanos) throws InterruptedException {
    long begin = Sockets.nanoTime(loop);
    long left = nanos;
    CompletableFuture<Void> change = nextChange();
    while (change != null && left > 0) {
      // Rounded up, so that the last wait is not for nothing.
      Sockets.awaitInterruptibly(loop, change, left / 1_000_000 + 1);
      left = nanos - (Sockets.nanoTime(loop) - begin);
      change = nextChange();
    }
    return isConnected();
  }

  /** Null if there is nothing to wait for. */
  private synchronized CompletableFuture<Void> nextChange() {
    if (leader != NONE || isClosed) {
      return null;
    }
    changes = changes == null ? new CompletableFuture<>() : changes;
    return changes;
  }

  private synchronized boolean isConnected() {
    return leader != NONE && !isClosed;
  }
}

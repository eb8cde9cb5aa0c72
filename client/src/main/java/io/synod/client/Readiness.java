package io.synod.client;

import java.net.InetSocketAddress;

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
    notifyAll();
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
    notifyAll();
  }

  /** Waits for the connection; false if it does not stand by then, or the client is closed. */
  synchronized boolean await(long nanos) throws InterruptedException {
    long begin = System.nanoTime();
    long left = nanos;
    while (leader == NONE && !isClosed && left > 0) {
      // Rounded up, because 0 would wait forever.
      wait(left / 1_000_000 + 1);
      left = nanos - (System.nanoTime() - begin);
    }
    return leader != NONE && !isClosed;
  }
}

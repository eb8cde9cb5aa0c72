package io.synod.client;

import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the client is connected to the leader. Set by the event loop, read by any thread. */
final class Readiness {
  private static final Logger log = LoggerFactory.getLogger(SynodClient.class);

  // Null if nobody listens.
  private final ConnectionListener listener;

  private boolean isReady;
  private boolean isClosed;

  Readiness(ConnectionListener listener) {
    this.listener = listener;
  }

  /** Event loop. */
  void connected(int replica, InetSocketAddress address) {
    if (set(true) && listener != null) {
      call(() -> listener.onConnected(replica, address));
    }
  }

  /** Event loop. */
  void disconnected() {
    if (set(false) && listener != null) {
      call(listener::onDisconnected);
    }
  }

  private synchronized boolean set(boolean ready) {
    boolean isChanged = isReady != ready;
    isReady = ready;
    notifyAll();
    return isChanged;
  }

  /** Nobody waits any more. */
  synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  /** Waits for the connection; false if it does not stand by then, or the client is closed. */
  synchronized boolean await(long nanos) throws InterruptedException {
    long begin = System.nanoTime();
    long left = nanos;
    while (!isReady && !isClosed && left > 0) {
      // Rounded up, because 0 would wait forever.
      wait(left / 1_000_000 + 1);
      left = nanos - (System.nanoTime() - begin);
    }
    return isReady && !isClosed;
  }

  private static void call(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException mistake) {
      log.error("the connection listener of this client failed; the client goes on", mistake);
    }
  }
}

package io.synod.network.ingress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that wait for the sockets of all clients of one port, and the clients for which answers
 * will be made once fewer wait. Any thread.
 *
 * <table>
 *   <caption>States</caption>
 *   <tr><td>below three quarters</td><td>answers are made</td></tr>
 *   <tr><td>below the limit</td><td>answers are made for a client that has left at most a sixteenth of the free bytes
 *       unread. For other clients queries are answered BUSY, and answers to requests stay in their
 *       sessions. Clients that take no bytes are disconnected</td></tr>
 *   <tr><td>at the limit</td><td>the client with the most waiting bytes is disconnected</td></tr>
 * </table>
 */
final class ReplyMemory {
  // Of what is left, for one client.
  private static final int SHARE = 16;

  private final long bytesMax;
  private final IngressListener listener;
  private final AtomicLong bytes = new AtomicLong();
  private final Set<AcceptedClient> awaiting = ConcurrentHashMap.newKeySet();

  // Set when a client had to wait although little waits for itself: then all clients are checked.
  private volatile boolean wasFull;

  ReplyMemory(long bytesMax, IngressListener listener) {
    this.bytesMax = bytesMax;
    this.listener = listener;
  }

  long bytes() {
    return bytes.get();
  }

  /** Whether less than a quarter is left. Any thread. */
  boolean isScarce() {
    return left() <= bytesMax / 4;
  }

  /**
   * Whether answers may be made for a client.
   *
   * @param waiting bytes that wait for its socket
   */
  boolean hasCapacity(long waiting) {
    if (hasCapacityNow(waiting)) {
      return true;
    }
    wasFull = true;
    // What was given back before the line above has resumed nobody.
    return hasCapacityNow(waiting);
  }

  private boolean hasCapacityNow(long waiting) {
    long left = left();
    return left > bytesMax / 4 || left > 0 && waiting <= left / SHARE;
  }

  private long left() {
    return bytesMax - bytes.get();
  }

  /** Books bytes that are sent; says whether all that wait are more than the limit. */
  boolean take(long sent) {
    return bytes.addAndGet(sent) > bytesMax;
  }

  /** {@code client}'s socket has taken bytes, or its connection has ended with them. */
  void give(long taken, AcceptedClient client) {
    long now = bytes.addAndGet(-taken);
    if (awaiting.isEmpty()) {
      return;
    }
    // Those for which nothing waits are answered from here on, and give nothing back themselves.
    boolean leavesLimit = now < bytesMax && now + taken >= bytesMax;
    boolean isFree = wasFull && !isScarce();
    if (leavesLimit || isFree) {
      wasFull &= !isFree;
      awaiting.forEach(this::resume);
    } else {
      resume(client);
    }
  }

  /** Calls the listener once {@code client} takes replies; at once if it does. */
  void await(AcceptedClient client) {
    awaiting.add(client);
    // It may have become so since it was asked.
    resume(client);
  }

  /** {@code client} has ended. */
  void forget(AcceptedClient client) {
    awaiting.remove(client);
  }

  private void resume(AcceptedClient client) {
    if (client.takesReplies() && awaiting.remove(client)) {
      listener.onTakesReplies(client);
    }
  }
}

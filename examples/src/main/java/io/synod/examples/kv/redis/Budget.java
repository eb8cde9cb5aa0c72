package io.synod.examples.kv.redis;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The bytes that all connections of an endpoint hold together, each beyond its own ones. While they
 * are used up, connections wait in a queue. The first of it goes on all the same, alone, until it
 * holds none of these bytes. So some connection always completes what it has begun, whatever the
 * others hold, and each has its turn. Any thread.
 */
final class Budget {
  private final long bytesMax;
  // In the order in which they were refused.
  private final Set<RedisConnection> waiting = new LinkedHashSet<>();
  long bytes;
  private volatile RedisConnection first;

  /**
   * @param bytesMax from this number of held bytes on only the first connection takes more
   */
  Budget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Counts bytes that a connection is going to hold, or refuses them and wakes it later. */
  synchronized boolean take(RedisConnection taker, long more) {
    waiting.add(taker);
    appointFirst();
    boolean takes = taker == first || !isUsedUp();
    if (takes) {
      waiting.remove(taker);
      bytes += more;
    }
    return takes;
  }

  /** Counts bytes that have come, or refuses them if they need not be kept. */
  synchronized boolean keep(long more, boolean must) {
    boolean keeps = must || bytes + more <= bytesMax;
    bytes += keeps ? more : 0;
    return keeps;
  }

  /** A connection holds so many bytes more, or less. */
  synchronized void change(long more) {
    boolean wasUsedUp = isUsedUp();
    bytes += more;
    if (wasUsedUp && !isUsedUp()) {
      waiting.forEach(RedisConnection::wakeSoon);
    }
    appointFirst();
  }

  /** A connection waits no more; behind the first one the next goes on. */
  synchronized void leave(RedisConnection one) {
    waiting.remove(one);
    first = first == one ? null : first;
    appointFirst();
  }

  private void appointFirst() {
    if (first == null && isUsedUp() && !waiting.isEmpty()) {
      first = waiting.iterator().next();
      waiting.remove(first);
      first.wakeSoon();
    }
  }

  boolean isFirst(RedisConnection one) {
    return first == one;
  }

  synchronized boolean isUsedUp() {
    return bytes >= bytesMax;
  }

  synchronized boolean isAwaited() {
    return !waiting.isEmpty();
  }
}

package io.synod.core.subscription;

import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.message.Decided;
import io.synod.core.time.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends subscribers the decisions, as far as each one's credit, its connection and the log allow. A
 * subscriber that asks for an older slot than the log keeps gets the first slot of the log, and
 * nothing more until it subscribes again behind a snapshot.
 */
public final class Subscriptions {
  // A subscriber gets a keep-alive at least this often, even if it asks for a longer interval.
  private static final long KEEP_ALIVE_NANOS_MAX = 60_000_000_000L;

  // For each subscriber: all of them together get 5,000 keep-alives a second at most.
  private static final long KEEP_ALIVE_NANOS_EACH = 200_000;

  // Of batches that all get in one cycle, and one message more: encoding takes the time of the
  // protocol, and heartbeats must not wait for it.
  static final long CYCLE_BYTES = 4 << 20;

  private final Log log;
  private final int messageBytes;
  private final long creditMax;
  private final LogReaders readers;
  private final Map<Object, Subscription> all = new LinkedHashMap<>();

  // Bytes that may still be sent in this cycle, and those to whom some were sent.
  private long cycleBytes;
  private final List<Object> served = new ArrayList<>();

  /**
   * Sends a keep-alive to subscribers that got no message in their interval, and what the last
   * cycle has left. Runs: while there are subscribers.
   */
  private final Deadline keepAlive = new Deadline();

  private static final class Subscription {
    long next;
    long credit;
    final long keepAliveNanos;

    // Whether it was sent the first slot of the log, because the log no longer has its next slot.
    boolean cut;
    long sentNanos;

    // It gets no slot from this one on.
    long end = Long.MAX_VALUE;

    Subscription(long next, long credit, long keepAliveNanos) {
      this.next = next;
      this.credit = credit;
      this.keepAliveNanos = Math.min(keepAliveNanos, KEEP_ALIVE_NANOS_MAX);
    }
  }

  /**
   * @param messageBytes of the batches in one message, beyond the first
   * @param creditMax bytes that may be on their way to one subscriber, even if it grants more
   * @param readers for whom the log is kept: subscribers that grant credit
   */
  public Subscriptions(Log log, int messageBytes, long creditMax, LogReaders readers) {
    this.log = log;
    this.messageBytes = messageBytes;
    this.creditMax = creditMax;
    this.readers = readers;
  }

  /**
   * Adds a subscription, or replaces the earlier one of {@code ticket}. Its first slot is sent at
   * once.
   */
  public void add(
      Object ticket,
      long first,
      long creditBytes,
      long keepAliveNanos,
      long nowNanos,
      Effects out) {
    Subscription subscription =
        new Subscription(
            first < 0 ? log.decided() : first, Math.min(creditBytes, creditMax), keepAliveNanos);
    all.put(ticket, subscription);
    readers.reads(ticket, subscription.next, nowNanos);
    if (subscription.next >= log.first()) {
      send(ticket, subscription, List.of(), nowNanos, out);
    }
  }

  /** Credit of a former subscriber is ignored. */
  public void credit(Object ticket, long bytes, long nowNanos) {
    Subscription subscription = all.get(ticket);
    if (subscription != null) {
      long grantable = creditMax - subscription.credit;
      subscription.credit += Math.min(bytes, grantable);
      readers.reads(ticket, subscription.next, nowNanos);
    }
  }

  public void remove(Object ticket) {
    all.remove(ticket);
    readers.leaves(ticket);
  }

  public int size() {
    return all.size();
  }

  /**
   * Sends all subscribers the new decisions; called at the end of a cycle.
   *
   * @param isMember otherwise they get what is decided now and nothing more, so that they choose
   *     another source: this one learns late, and has no answer to their reads
   * @param isInTouch whether this replica has a live leader and learns what that decides; if not it
   *     sends decisions but no keep-alives, so that its subscribers choose another source
   */
  public void sendAll(boolean isMember, boolean isInTouch, long nowNanos, Effects out) {
    keepAlive.clear();
    cycleBytes = CYCLE_BYTES;
    long least = all.size() * KEEP_ALIVE_NANOS_EACH;
    for (Map.Entry<Object, Subscription> each : all.entrySet()) {
      Subscription subscription = each.getValue();
      subscription.end = isMember ? Long.MAX_VALUE : Math.min(subscription.end, log.decided());
      sendNews(each.getKey(), subscription, nowNanos, out);
      long interval = Math.max(subscription.keepAliveNanos, least);
      long due = subscription.sentNanos + interval;
      boolean isDue = isInTouch && !subscription.cut && nowNanos >= due;
      if (isDue && out.takesMore(each.getKey())) {
        send(each.getKey(), subscription, List.of(), nowNanos, out);
        due = nowNanos + interval;
      }
      // Out of touch, or to a subscriber that does not read, none was sent: checked again later.
      long next = Math.max(due, nowNanos + interval / 2);
      keepAlive.set(keepAlive.isSet() ? Math.min(next, keepAlive.atNanos()) : next);
    }
    if (cycleBytes <= 0) {
      keepAlive.set(nowNanos);
      // In the next cycle the others come first.
      served.forEach(ticket -> all.put(ticket, all.remove(ticket)));
    }
    served.clear();
  }

  public long nextWakeUpNanos() {
    return keepAlive.atNanos();
  }

  private void sendNews(Object ticket, Subscription subscription, long nowNanos, Effects out) {
    if (subscription.cut) {
      return;
    }
    if (subscription.next < log.first()) {
      subscription.cut = true;
      subscription.sentNanos = nowNanos;
      out.sendToSubscriber(ticket, new Decided(log.first(), log.decided(), List.of()));
      return;
    }
    long end = Math.min(log.decided(), subscription.end);
    long first = subscription.next;
    while (cycleBytes > 0
        && subscription.credit > 0
        && subscription.next < end
        && out.takesMore(ticket)) {
      send(ticket, subscription, batches(subscription, end), nowNanos, out);
    }
    if (subscription.next > first) {
      served.add(ticket);
    }
  }

  /** As many as one message carries, and one more than the credit allows at most. */
  private List<Batch> batches(Subscription subscription, long end) {
    List<Batch> batches = new ArrayList<>();
    long bytes = 0;
    for (long slot = subscription.next; slot < end && subscription.credit > 0; slot++) {
      Batch batch = log.batch(slot);
      long weight = Subscriber.weight(batch);
      bytes += weight;
      if (bytes > messageBytes && !batches.isEmpty()) {
        break;
      }
      subscription.credit -= weight;
      cycleBytes -= weight;
      batches.add(batch);
    }
    return batches;
  }

  private void send(
      Object ticket, Subscription subscription, List<Batch> batches, long nowNanos, Effects out) {
    out.sendToSubscriber(ticket, new Decided(subscription.next, log.decided(), batches));
    subscription.next += batches.size();
    subscription.sentNanos = nowNanos;
  }
}

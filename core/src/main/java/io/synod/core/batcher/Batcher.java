package io.synod.core.batcher;

import io.synod.core.check.Check;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.BatchSettings;
import io.synod.core.time.Deadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Gathers requests into batches while its replica leads. At most WND of its batches are undecided,
 * so when the window is full the batches grow instead of queueing. Copies each request once, into
 * the bytes that every replica will see. Confined to one thread.
 */
public final class Batcher {
  /** No timer is due at any time before this one. */
  public static final long NO_TIMER = Long.MAX_VALUE;

  private static final long NANOS_PER_MILLI = 1_000_000;

  // A clock may be set meanwhile.
  private static final long TIMER_MILLIS_MAX = 1_000;

  private final BatchSettings settings;
  private final BatchLimits most;
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();

  // Batches in flight, oldest first.
  private final ArrayDeque<Closed> batched = new ArrayDeque<>();
  private long batchedBytes;
  private UndecidedRequests undecided = new UndecidedRequests();

  // Bytes and entries of the queue's head that are in batches already.
  private int headOffset;
  private int headTaken;

  private BatchLimits limits;
  private View view;
  private long queuedBytes;
  private long pending;
  private long closedNanos;
  private long latencyNanos;

  // The leader times at which the next timer of the service is due, and of the last batch.
  private long timerMillis = NO_TIMER;
  private long closedMillis;

  // When poll was last called, by both clocks.
  private long polledNanos;
  private long polledMillis;

  private record Waiting(Requests requests, UndecidedRequests.Run run, long sinceNanos) {}

  private record Closed(List<UndecidedRequests.Run> runs, Decided size) {}

  /**
   * A batch that is decided.
   *
   * @param requests in it
   * @param bytes of it, header included
   */
  public record Decided(int requests, int bytes) {}

  /**
   * @param window WND; with {@code settings.maxBytes()} the most that {@link #limit} allows, and
   *     what holds until it is called
   */
  public Batcher(BatchSettings settings, int window) {
    this.settings = settings;
    this.most = new BatchLimits(settings.maxBytes(), window);
    this.limits = most;
  }

  /**
   * From now on keeps to {@code limits}. Batches that are closed stay as they are; while more of
   * them are undecided than the window allows, none is closed.
   */
  public void limit(BatchLimits limits) {
    Check.that(
        limits.maxBytes() <= most.maxBytes() && limits.window() <= most.window(),
        "%s are beyond %s",
        limits,
        most);
    this.limits = limits;
  }

  /** Bytes of requests that may wait here. */
  public long queueBytesMax() {
    return settings.queueBytes();
  }

  /** This replica leads {@code view} from now on. */
  public void lead(View view) {
    stop();
    this.view = view;
    // What the last leader had closed may be lost.
    closedMillis = 0;
  }

  /**
   * The next timer of the service is due at {@code leaderTimeMillis}, {@link #NO_TIMER} if none is
   * set: then a batch is closed, empty if need be.
   */
  public void timerAt(long leaderTimeMillis) {
    timerMillis = leaderTimeMillis;
  }

  /** This replica leads no more: what waits is dropped, its clients send it to the next leader. */
  public void stop() {
    view = null;
    queuedBytes = 0;
    pending = 0;
    headOffset = 0;
    headTaken = 0;
    queue.forEach(waiting -> waiting.requests().release());
    queue.clear();
    batched.clear();
    batchedBytes = 0;
    undecided = new UndecidedRequests();
  }

  /** Drops what waits for a batch, its clients send it again; what is closed stays. */
  public void dropWaiting() {
    while (!queue.isEmpty()) {
      undecided.remove(queue.peek().run());
      pending -= drop(queue.peek().requests());
    }
    queuedBytes = 0;
  }

  /** The view whose leader this batcher works for; null if this replica does not lead. */
  public View view() {
    return view;
  }

  /** Bytes of the requests that wait to be batched. */
  public long queuedBytes() {
    return queuedBytes;
  }

  /** Requests that wait to be batched or are in an undecided batch. */
  public long pending() {
    return pending;
  }

  /** Whether requests wait because the window is full, in batches or in bytes. */
  public boolean isWindowFull() {
    return !queue.isEmpty() && isFull();
  }

  /**
   * Whether no batch is closed until another is decided. A request that is larger than a batch
   * travels alone, so a window of such requests has no other bound in bytes.
   */
  private boolean isFull() {
    return batched.size() >= limits.window()
        || batchedBytes >= Math.max(limits.windowBytes(), settings.queueBytes());
  }

  /**
   * Whether all of {@code requests} wait here already or are in an undecided batch. Their client
   * sent them again; the answer to the first copy serves both.
   */
  public boolean holds(Requests requests) {
    return undecided.holds(UndecidedRequests.Run.of(requests));
  }

  /**
   * Takes over {@code requests} if it can.
   *
   * @return false if this replica does not lead or the queue is full; then the caller keeps them
   */
  public boolean offer(Requests requests, long nowNanos) {
    if (view == null || queuedBytes + requests.bytes() > settings.queueBytes()) {
      return false;
    }
    UndecidedRequests.Run run = UndecidedRequests.Run.of(requests);
    queue.add(new Waiting(requests, run, nowNanos));
    undecided.add(run);
    queuedBytes += requests.bytes();
    pending += requests.count();
    return true;
  }

  /**
   * Closes the next batch if the policy says so, or a timer is due.
   *
   * @param leaderTimeMillis milliseconds since the epoch
   * @return null if there is none to propose now
   */
  public Batch poll(long nowNanos, long leaderTimeMillis) {
    polledNanos = nowNanos;
    polledMillis = leaderTimeMillis;
    if (isFull()) {
      return null;
    }
    if (queue.isEmpty()) {
      return isTimerAwaited() && leaderTimeMillis >= timerMillis ? close(leaderTimeMillis) : null;
    }
    boolean full = queuedBytes + Batch.HEADER_BYTES >= limits.maxBytes();
    if (!full && nowNanos - dueNanos() < 0) {
      return null;
    }
    closedNanos = nowNanos;
    return close(leaderTimeMillis);
  }

  /**
   * A batch that was closed in {@code view} is decided.
   *
   * @return null if this replica no longer leads that view
   */
  public Decided onDecided(View view, long latencyNanos) {
    if (!view.equals(this.view)) {
      return null;
    }
    // Slots may be decided in another order; the older ones then follow soon.
    Closed oldest = batched.remove();
    oldest.runs().forEach(undecided::remove);
    pending -= oldest.size().requests();
    batchedBytes -= oldest.size().bytes();
    this.latencyNanos += (latencyNanos - this.latencyNanos) / 8;
    return oldest.size();
  }

  /**
   * When {@link #poll} will have a batch if nothing else happens; {@link Deadline#NEVER} if not.
   */
  public long nextWakeUpNanos() {
    if (isFull()) {
      return Deadline.NEVER;
    }
    if (!queue.isEmpty()) {
      return dueNanos();
    }
    return isTimerAwaited() ? timerNanos() : Deadline.NEVER;
  }

  /** Whether no batch that was closed here runs the next timer. */
  private boolean isTimerAwaited() {
    return view != null && timerMillis != NO_TIMER && closedMillis < timerMillis;
  }

  private long timerNanos() {
    long left = Math.max(0, Math.min(timerMillis - polledMillis, TIMER_MILLIS_MAX));
    return polledNanos + left * NANOS_PER_MILLI;
  }

  private long dueNanos() {
    long since = queue.peek().sinceNanos();
    long late = since + settings.maxDelayNanos();
    return switch (settings.policy()) {
      case TIMED -> late;
      case NAGLE -> batched.isEmpty() ? since : late;
      case ADAPTIVE -> {
        // While instances are in flight, one batch for each share of the window.
        long paced = Math.max(since, closedNanos + latencyNanos / limits.window());
        yield batched.isEmpty() ? since : Math.min(late, paced);
      }
    };
  }

  private Batch close(long leaderTimeMillis) {
    int entriesBytes = entriesBytes();
    byte[] bytes = new byte[Batch.HEADER_BYTES + entriesBytes];
    int at = Batch.HEADER_BYTES;
    int count = 0;
    List<UndecidedRequests.Run> ended = new ArrayList<>();
    while (at < bytes.length) {
      Requests head = queue.peek().requests();
      int left = bytes.length - at;
      int headBytes = head.bytes() - headOffset;
      int taken = Math.min(left, headBytes);
      head.copyTo(headOffset, bytes, at, taken);
      at += taken;
      if (taken == headBytes) {
        ended.add(queue.peek().run());
        count += drop(head);
      } else {
        int advanced = advance(head, taken);
        ended.add(splitHead(advanced));
        count += advanced;
      }
    }
    batched.add(new Closed(ended, new Decided(count, bytes.length)));
    batchedBytes += bytes.length;
    queuedBytes -= entriesBytes;
    closedMillis = leaderTimeMillis;
    return Batch.close(bytes, leaderTimeMillis, count);
  }

  /** Bytes of the entries that fit into one batch: whole entries, at least one. */
  private int entriesBytes() {
    int capacity = limits.maxBytes() - Batch.HEADER_BYTES;
    if (queuedBytes <= capacity) {
      return (int) queuedBytes;
    }
    Iterator<Waiting> waiting = queue.iterator();
    Requests requests = waiting.next().requests();
    int offset = headOffset;
    int bytes = 0;
    // There is a next one as long as all before it fit, for all together do not.
    while (bytes + requests.bytes() - offset <= capacity) {
      bytes += requests.bytes() - offset;
      offset = 0;
      requests = waiting.next().requests();
    }
    return fitting(requests, offset, bytes, capacity);
  }

  private static int fitting(Requests requests, int offset, int before, int capacity) {
    int bytes = before;
    int at = offset;
    while (at < requests.bytes()) {
      int entry = requests.entryBytes(at);
      if (bytes > 0 && bytes + entry > capacity) {
        break;
      }
      bytes += entry;
      at += entry;
    }
    return bytes;
  }

  /** A batch takes the first {@code count} requests of the head; returns them. */
  private UndecidedRequests.Run splitHead(int count) {
    Waiting head = queue.remove();
    List<UndecidedRequests.Run> parts = undecided.split(head.run(), count);
    queue.addFirst(new Waiting(head.requests(), parts.get(1), head.sinceNanos()));
    return parts.get(0);
  }

  private int drop(Requests head) {
    int count = head.count() - headTaken;
    head.release();
    queue.poll();
    headOffset = 0;
    headTaken = 0;
    return count;
  }

  private int advance(Requests head, int bytes) {
    int count = 0;
    for (int end = headOffset + bytes; headOffset < end; count++) {
      headOffset += head.entryBytes(headOffset);
    }
    headTaken += count;
    return count;
  }
}

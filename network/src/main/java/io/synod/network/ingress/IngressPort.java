package io.synod.network.ingress;

import io.synod.network.transport.LastFrames;
import io.synod.network.transport.StrangerLog;
import io.synod.network.wire.FrameMemory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/** The state that all connections of one replica's client port share. Any thread. */
final class IngressPort {
  /** The protocol looks at each of them in each of its cycles. */
  static final int SUBSCRIBERS_MAX = 1024;

  private static final long STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  // While no answers may be made: how often it is looked for clients that take nothing, and for
  // which share of the time that they have otherwise they must have taken nothing.
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int STALLED_SHARE = 60;

  private final LastFrames lastFrames = new LastFrames();
  private final IngressSettings settings;
  private final IngressListener listener;
  private final LongSupplier nanoClock;
  private final IngressTally tally = new IngressTally();
  private final ReplyMemory replies;
  private final FrameMemory unfinished;
  private final StrangerLog log;
  private final AtomicLong lastId = new AtomicLong();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicInteger sessions = new AtomicInteger();
  private final AtomicInteger sessionsMax = new AtomicInteger();
  private final AtomicInteger subscribers = new AtomicInteger();

  // Of all connections, also of those that have ended.
  private final AtomicInteger eventsWanted = new AtomicInteger();

  private volatile long lookedNanos;

  // Whether a client is being disconnected for what waits for it.
  private final AtomicBoolean closingGreediest = new AtomicBoolean();

  // All that are open, and of them those that were greeted; on whichever event loop.
  private final Set<AcceptedClient> accepted = ConcurrentHashMap.newKeySet();
  private final Set<AcceptedClient> greeted = ConcurrentHashMap.newKeySet();

  private volatile KnownStatus status;

  private record KnownStatus(String json, long nanos) {}

  /**
   * @param nanoClock of the event loops, for any thread
   */
  IngressPort(IngressSettings settings, IngressListener listener, LongSupplier nanoClock) {
    this.settings = settings;
    this.listener = listener;
    this.nanoClock = nanoClock;
    lookedNanos = nanoTime();
    status = new KnownStatus("", lookedNanos - 2 * STATUS_NANOS);
    log = new StrangerLog(LoggerFactory.getLogger(AcceptedClient.class), settings.who(), nanoClock);
    replies = new ReplyMemory(settings.limits().repliesBytesMax(), listener);
    unfinished = new FrameMemory(settings.limits().unfinishedBytesMax(), nanoClock);
  }

  /** Any thread. */
  long nanoTime() {
    return nanoClock.getAsLong();
  }

  IngressSettings settings() {
    return settings;
  }

  IngressLimits limits() {
    return settings.limits();
  }

  IngressListener listener() {
    return listener;
  }

  /** Of its connections. */
  LastFrames lastFrames() {
    return lastFrames;
  }

  IngressTally tally() {
    return tally;
  }

  ReplyMemory replies() {
    return replies;
  }

  FrameMemory unfinished() {
    return unfinished;
  }

  StrangerLog log() {
    return log;
  }

  long nextId() {
    return lastId.incrementAndGet();
  }

  /** Set when the listener is called no more. */
  AtomicBoolean closing() {
    return closing;
  }

  Set<AcceptedClient> accepted() {
    return accepted;
  }

  Set<AcceptedClient> greeted() {
    return greeted;
  }

  /**
   * Takes a place for a session on a connection; false if all are taken. There are as many places
   * as sessions have ever been allowed since the start: those that have expired keep theirs until
   * their connection ends, and must not take those of others when fewer are allowed.
   */
  boolean addSession() {
    int allowed = listener.sessionLimits().sessionsMax();
    if (sessions.incrementAndGet() <= sessionsMax.accumulateAndGet(allowed, Math::max)) {
      return true;
    }
    sessions.decrementAndGet();
    return false;
  }

  /** Takes a place for events that are wanted; false if as many wait as there are sessions. */
  boolean addEventsWanted() {
    if (eventsWanted.incrementAndGet() <= sessionsMax.get()) {
      return true;
    }
    eventsWanted.decrementAndGet();
    return false;
  }

  void removeEventsWanted() {
    eventsWanted.decrementAndGet();
  }

  /** False if there are as many as it takes. */
  boolean addSubscriber() {
    if (subscribers.incrementAndGet() <= SUBSCRIBERS_MAX) {
      return true;
    }
    subscribers.decrementAndGet();
    return false;
  }

  void removeSubscriber() {
    subscribers.decrementAndGet();
  }

  int sessionsMax() {
    return sessionsMax.get();
  }

  void removeSessions(int count) {
    sessions.addAndGet(-count);
  }

  /** The listener's status; one answer serves all that ask at the same time. */
  String statusJson() {
    KnownStatus known = status;
    long now = nanoTime();
    if (now - known.nanos() > STATUS_NANOS) {
      known = new KnownStatus(listener.statusJson(), now);
      status = known;
    }
    return known.json();
  }

  /**
   * Whether answers may be made for a client for which {@code waiting} bytes wait. If little space
   * is left, disconnects the client with the most waiting bytes among those that take none: clients
   * that read must not wait for those that do not. Any thread.
   */
  boolean hasReplyCapacity(long waiting) {
    if (replies.isScarce()) {
      long now = nanoTime();
      if (now - lookedNanos > LOOK_NANOS) {
        lookedNanos = now;
        closeGreediest(now, limits().times().stalledNanos() / STALLED_SHARE);
      }
    }
    return replies.hasCapacity(waiting);
  }

  /** Disconnects the client for which most waits: too much waits for all together. Any thread. */
  void closeGreediest() {
    closeGreediest(nanoTime(), 0);
  }

  private void closeGreediest(long now, long stalledNanos) {
    if (!closingGreediest.compareAndSet(false, true)) {
      return;
    }
    AcceptedClient greediest = null;
    for (AcceptedClient client : accepted) {
      boolean isGreedier = greediest == null || client.unsentBytes() > greediest.unsentBytes();
      if (isGreedier && client.outbound().stalledNanos(now) >= stalledNanos) {
        greediest = client;
      }
    }
    if (greediest == null) {
      closingGreediest.set(false);
    } else {
      greediest.outbound().closeGreedy(() -> closingGreediest.set(false));
    }
  }
}

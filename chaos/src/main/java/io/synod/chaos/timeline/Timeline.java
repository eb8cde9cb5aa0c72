package io.synod.chaos.timeline;

import io.synod.chaos.fault.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Records the events of a run, from its creation to its end. Its memory grows by a few hundred
 * bytes a second at most. Thread-safe.
 */
public final class Timeline {
  /** The width of one count of answers. */
  public static final int BUCKET_MILLIS = 100;

  private static final String RECOVERING = "recovering";
  private static final long UNSEEN_MILLIS_MAX = 1000;

  private final LongSupplier nanoClock;
  private final long beginNanos;
  private final List<Span> silences = new ArrayList<>();
  private final List<FaultSpan> faults = new ArrayList<>();
  private final Map<Fault, FaultSpan> running = new LinkedHashMap<>();
  private final List<RoleSpan> roles = new ArrayList<>();
  private final Map<Integer, RoleSpan> lastRoles = new HashMap<>();
  private int[] answers = new int[1024];
  private long lastAnswerMillis;
  private long pauseMillis;
  private long endMillis = -1;

  public Timeline() {
    this(System::nanoTime);
  }

  Timeline(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    beginNanos = nanoClock.getAsLong();
  }

  /** Milliseconds since the begin, up to the end. */
  public synchronized long nowMillis() {
    long now = TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - beginNanos);
    return endMillis < 0 ? now : endMillis;
  }

  /** A client received an answer. */
  public synchronized void answer() {
    if (endMillis >= 0) {
      return;
    }
    long now = nowMillis();
    int bucket = (int) (now / BUCKET_MILLIS);
    if (bucket >= answers.length) {
      answers = Arrays.copyOf(answers, Math.max(bucket + 1, answers.length * 2));
    }
    answers[bucket]++;
    silentUntil(now);
    pauseMillis = Math.max(pauseMillis, now - lastAnswerMillis);
    lastAnswerMillis = now;
  }

  /** The longest time without an answer since the last call. */
  public synchronized long takePauseMillis() {
    long longest = Math.max(pauseMillis, nowMillis() - lastAnswerMillis);
    pauseMillis = 0;
    return longest;
  }

  private void silentUntil(long now) {
    if (now - lastAnswerMillis >= BUCKET_MILLIS) {
      silences.add(new Span(lastAnswerMillis, now));
    }
  }

  /** The fault has begun. */
  public synchronized void begun(Fault fault) {
    long now = nowMillis();
    running.put(fault, new FaultSpan(fault, leader(now), new Span(now, now)));
  }

  /** The fault has ended. */
  public synchronized void ended(Fault fault) {
    FaultSpan begun = running.remove(fault);
    if (begun != null) {
      Span span = new Span(begun.span().beginMillis(), nowMillis());
      faults.add(new FaultSpan(fault, begun.leader(), span));
    }
  }

  /** The replica that became leader last. */
  private int leader(long now) {
    int leader = -1;
    long since = -1;
    for (RoleSpan role : lastRoles.values()) {
      boolean isSeen = now - role.span().endMillis() < UNSEEN_MILLIS_MAX;
      if (isSeen && role.role().equals("leader") && role.span().beginMillis() > since) {
        leader = role.replica();
        since = role.span().beginMillis();
      }
    }
    return leader;
  }

  /** Records the role that a replica has just reported; empty if it did not answer. */
  public synchronized void role(int replica, String role) {
    if (endMillis >= 0) {
      return;
    }
    long now = nowMillis();
    RoleSpan last = lastRoles.get(replica);
    boolean goesOn = last != null && last.role().equals(role);
    long begin = goesOn ? last.span().beginMillis() : now;
    if (last != null && !goesOn) {
      close(last, now);
    }
    lastRoles.put(replica, new RoleSpan(replica, role, new Span(begin, now)));
  }

  private void close(RoleSpan last, long now) {
    Span seen = last.span();
    // The span lasts until the next answer, unless that is overdue.
    long end = now - seen.endMillis() < UNSEEN_MILLIS_MAX ? now : seen.endMillis();
    if (!last.role().isEmpty()) {
      roles.add(new RoleSpan(last.replica(), last.role(), new Span(seen.beginMillis(), end)));
    }
  }

  /** Ends the recording. */
  public synchronized void end() {
    long now = nowMillis();
    silentUntil(now);
    lastRoles.values().forEach(last -> close(last, now));
    List.copyOf(running.keySet()).forEach(this::ended);
    endMillis = now;
  }

  /** Whether any client received an answer at that moment or later. */
  public synchronized boolean isServedSince(long millis) {
    return lastAnswerMillis >= millis;
  }

  /** Whether the replica has reported its role at that moment or later, and still answers. */
  public synchronized boolean isThereSince(int replica, long millis) {
    RoleSpan last = lastRoles.get(replica);
    return last != null && !last.role().isEmpty() && last.span().endMillis() >= millis;
  }

  /** Whether the replica was recovering when it was last asked. */
  public synchronized boolean isRecovering(int replica) {
    RoleSpan last = lastRoles.get(replica);
    return last != null && last.role().equals(RECOVERING);
  }

  /** Number of answers in each {@link #BUCKET_MILLIS}, up to now. */
  public synchronized int[] answers() {
    return Arrays.copyOf(answers, (int) (nowMillis() / BUCKET_MILLIS) + 1);
  }

  /** Spans of at least a tenth of a second without an answer. */
  public synchronized List<Span> silences() {
    return List.copyOf(silences);
  }

  /** Faults that have ended. */
  public synchronized List<FaultSpan> faults() {
    return List.copyOf(faults);
  }

  public synchronized List<RoleSpan> roles() {
    return List.copyOf(roles);
  }

  /** The current faults, such as {@code pause 1, cut 0→2 2→0}; empty if there are none. */
  public synchronized String now() {
    return String.join(", ", running.keySet().stream().map(Fault::toString).toList());
  }
}

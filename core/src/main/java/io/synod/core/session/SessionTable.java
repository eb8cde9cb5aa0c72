package io.synod.core.session;

import io.synod.core.check.Check;
import io.synod.core.settings.SessionSettings;
import io.synod.service.SessionEnd;
import java.util.ArrayDeque;

/**
 * All open sessions, and for a while the ended ones. It depends on the log alone, so sessions open,
 * expire and are evicted at the same slot on every replica.
 */
public final class SessionTable {
  private static final int FREED_SHARE = 8;

  private final LongMap<Session> byId = new LongMap<>();

  // Each holds sessionsMax at most; a client that comes and goes often costs no other its session.
  private final ActivityOrder open = new ActivityOrder();
  private final ActivityOrder over = new ActivityOrder();
  private final KeptBytes kept = new KeptBytes();
  private final ArrayDeque<EndedSession> ended = new ArrayDeque<>();
  private Session last;

  private SessionLimits limits;

  // Of the limits, at hand for each request.
  private SessionSettings settings;
  private long allBytesMax;
  private long keptBytesMax;
  private long eventBytesMax;

  public SessionTable(SessionLimits limits) {
    set(limits);
  }

  private void set(SessionLimits to) {
    limits = to;
    settings = to.settings();
    allBytesMax = settings.answers().allBytes();
    keptBytesMax = settings.answers().keptBytesMax();
    eventBytesMax = settings.eventBytesMax();
  }

  /** Those that hold. */
  public SessionLimits limits() {
    return limits;
  }

  /**
   * Other limits hold from now on, if they may follow. If there are more sessions than they allow,
   * the least recently active ones go; the time that an idle one may take counts from the next
   * batch on.
   */
  public void change(SessionLimits to, long timeMillis) {
    if (limits.whyNot(to) != null) {
      return;
    }
    set(to);
    open.allow(settings.outstandingMax());
    while (over.size() > settings.sessionsMax()) {
      forgetOldest();
    }
    while (open.size() > settings.sessionsMax()) {
      close(open.oldest(), SessionEnd.EVICTED, timeMillis);
    }
    evict(timeMillis);
  }

  /** Open sessions. */
  public int size() {
    return open.size();
  }

  /** Null if there is no such session, or it is over. */
  public Session find(long id) {
    if (last == null || last.id() != id) {
      last = byId.find(id);
    }
    return last == null || last.gone ? null : last;
  }

  /**
   * Opens the session, or returns it if it is open. The least recently active one may have to go.
   *
   * @return null if the session is over: a late copy of a request to open must not revive it, or
   *     late copies of its requests would be executed again
   */
  public Session open(long id, long timeMillis) {
    Session known = byId.find(id);
    if (known != null) {
      return known.gone ? null : known;
    }
    if (open.size() == settings.sessionsMax()) {
      close(open.oldest(), SessionEnd.EVICTED, timeMillis);
    }
    return add(open, id, timeMillis, 1);
  }

  /** {@code session} is over; that it was there is remembered for as long as idle sessions are. */
  public void close(Session session, SessionEnd end, long timeMillis) {
    if (over.size() == settings.sessionsMax()) {
      forgetOldest();
    }
    open.remove(session);
    session.end();
    session.activeMillis = timeMillis;
    over.append(session);
    ended.add(new EndedSession(session.id(), end));
  }

  /** Takes the first session that has ended and was not taken yet; null if there is none. */
  public EndedSession takeEnded() {
    return ended.poll();
  }

  /**
   * Keeps an event for the client of {@code session}, which is open; ends the session if its client
   * has left too many.
   *
   * @return the event's number; 0 if the session is over now
   */
  public long publish(Session session, byte[] event, long timeMillis) {
    long number = session.nextEvent();
    session.publish(event);
    if (session.eventBytes() > eventBytesMax) {
      close(session, SessionEnd.EVENTS, timeMillis);
    }
    evict(timeMillis);
    return session.isOver() ? 0 : number;
  }

  /** {@code session} is in use at {@code timeMillis}, which never goes back. */
  public void touch(Session session, long timeMillis) {
    if (session.activeMillis != timeMillis) {
      session.activeMillis = timeMillis;
      open.remove(session);
      open.append(session);
    }
  }

  /** What the kept answers and events of all sessions take. */
  public long keptBytes() {
    return kept.total();
  }

  /** Whether {@code session} may execute a request, however large its answer. */
  public boolean mayExecute(Session session) {
    return session.keptBytes() <= keptBytesMax;
  }

  /**
   * Closes sessions if the answers and events of all take too much: those that keep most first,
   * until an eighth of what is allowed is free. Of two that keep the same the one goes first that
   * was active earlier.
   */
  public void evict(long timeMillis) {
    if (kept.total() > allBytesMax) {
      closeThoseThatKeepMost(timeMillis);
    }
  }

  private void closeThoseThatKeepMost(long timeMillis) {
    for (Session session : open.byHeldBytes()) {
      if (kept.total() <= allBytesMax - allBytesMax / FREED_SHARE) {
        return;
      }
      close(session, SessionEnd.EVICTED, timeMillis);
    }
  }

  /** Cheap: called after each batch. */
  public void invariants() {
    Check.that(
        kept.total() <= allBytesMax,
        "answers and events of %d bytes are kept, allowed are %d",
        kept.total(),
        allBytesMax);
    Check.that(
        last == null || last.keptBytes() <= settings.answers().sessionBytes(),
        "a session keeps more answers than the %d bytes that it may",
        settings.answers().sessionBytes());
  }

  /** Closes every session that was idle for too long at {@code timeMillis}. */
  public void expire(long timeMillis) {
    while (over.isIdle(timeMillis, settings.idleMillis())) {
      forgetOldest();
    }
    while (open.isIdle(timeMillis, settings.idleMillis())) {
      close(open.oldest(), SessionEnd.EXPIRED, timeMillis);
    }
  }

  /**
   * The table as it is now, for another thread to read. Costs a small copy of each session, and
   * nothing for the length of its answers.
   */
  public CapturedSessions capture() {
    return new CapturedSessions(open.capture(), over.capture());
  }

  /** Whether the session is open, or over and remembered. */
  public boolean knows(long id) {
    return byId.find(id) != null;
  }

  /**
   * Adds an open session of a captured table; they come least recently active first. Its kept
   * answers follow by {@link Session#executed}.
   *
   * @param acknowledged the sequence of the first answer that is kept, or is executed next
   */
  public Session restoreOpen(long id, long activeMillis, long acknowledged) {
    return restore(open, id, activeMillis, acknowledged);
  }

  /** Adds a session that is over of a captured table; they come by their ends, earliest first. */
  public void restoreOver(long id, long endedMillis, long expected) {
    restore(over, id, endedMillis, expected).end();
  }

  private Session restore(ActivityOrder order, long id, long activeMillis, long first) {
    Check.that(order.size() < settings.sessionsMax(), "session %x restored into a full table", id);
    Check.that(!knows(id), "session %x restored twice", id);
    return add(order, id, activeMillis, first);
  }

  private Session add(ActivityOrder order, long id, long activeMillis, long first) {
    Session session = new Session(id, first, settings.outstandingMax(), kept);
    session.activeMillis = activeMillis;
    byId.put(id, session);
    order.append(session);
    return session;
  }

  private void forgetOldest() {
    Session forgotten = over.oldest();
    over.remove(forgotten);
    byId.remove(forgotten.id());
    last = null;
  }
}

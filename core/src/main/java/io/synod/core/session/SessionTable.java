package io.synod.core.session;

/**
 * All sessions, in the order of their last activity. What it does depends on the log alone, so
 * sessions open, expire and are evicted at the same slot on every replica.
 */
public final class SessionTable {
  private final SessionSettings settings;
  private final LongMap<Session> byId = new LongMap<>();
  private Session oldest;
  private Session newest;
  private Session last;
  private int open;

  public SessionTable(SessionSettings settings) {
    this.settings = settings;
  }

  /** Open sessions. */
  public int size() {
    return open;
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
    if (byId.size() == settings.sessionsMax()) {
      remove(oldest);
    }
    Session session = new Session(id, settings.outstandingMax());
    session.activeMillis = timeMillis;
    byId.put(id, session);
    append(session);
    open++;
    return session;
  }

  /** {@code session} is over; that it was there is remembered for as long as idle sessions are. */
  public void close(Session session, long timeMillis) {
    session.end();
    open--;
    touch(session, timeMillis);
  }

  /** {@code session} is in use at {@code timeMillis}, which never goes back. */
  public void touch(Session session, long timeMillis) {
    if (session.activeMillis != timeMillis) {
      session.activeMillis = timeMillis;
      unlink(session);
      append(session);
    }
  }

  /** Closes every session that was idle for too long at {@code timeMillis}. */
  public void expire(long timeMillis) {
    while (oldest != null && timeMillis - oldest.activeMillis > settings.idleMillis()) {
      if (oldest.gone) {
        remove(oldest);
      } else {
        close(oldest, timeMillis);
      }
    }
  }

  private void remove(Session session) {
    byId.remove(session.id());
    unlink(session);
    open -= session.gone ? 0 : 1;
    last = null;
  }

  private void append(Session session) {
    session.older = newest;
    session.newer = null;
    if (newest == null) {
      oldest = session;
    } else {
      newest.newer = session;
    }
    newest = session;
  }

  private void unlink(Session session) {
    if (session.older == null) {
      oldest = session.newer;
    } else {
      session.older.newer = session.newer;
    }
    if (session.newer == null) {
      newest = session.older;
    } else {
      session.newer.older = session.older;
    }
  }
}

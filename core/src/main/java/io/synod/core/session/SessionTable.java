package io.synod.core.session;

/**
 * All open sessions, in the order of their last activity. What it does depends on the log alone, so
 * sessions open, expire and are evicted at the same slot on every replica.
 */
public final class SessionTable {
  private final SessionSettings settings;
  private final LongMap<Session> byId = new LongMap<>();
  private Session oldest;
  private Session newest;
  private Session last;

  public SessionTable(SessionSettings settings) {
    this.settings = settings;
  }

  public int size() {
    return byId.size();
  }

  /** Null if there is no such session. */
  public Session find(long id) {
    if (last == null || last.id() != id) {
      Session found = byId.find(id);
      last = found == null ? last : found;
      return found;
    }
    return last;
  }

  /**
   * Opens the session, or returns it if it is open. The least recently active one may have to go.
   */
  public Session open(long id, long timeMillis) {
    Session session = find(id);
    if (session == null) {
      if (byId.size() == settings.sessionsMax()) {
        close(oldest.id());
      }
      session = new Session(id, settings.outstandingMax());
      session.activeMillis = timeMillis;
      byId.put(id, session);
      append(session);
    }
    return session;
  }

  public void close(long id) {
    Session session = byId.find(id);
    if (session != null) {
      byId.remove(id);
      unlink(session);
      last = last == session ? null : last;
    }
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
      close(oldest.id());
    }
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

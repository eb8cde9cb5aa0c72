package io.synod.core.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sessions by their last activity, oldest first. A session is in one order at a time. */
final class ActivityOrder {
  private Session oldest;
  private Session newest;
  private int size;

  int size() {
    return size;
  }

  /** Null if there is none. */
  Session oldest() {
    return oldest;
  }

  /** {@code session}, of no order, was active later than all others here. */
  void append(Session session) {
    session.older = newest;
    session.newer = null;
    if (newest == null) {
      oldest = session;
    } else {
      newest.newer = session;
    }
    newest = session;
    size++;
  }

  /** Takes out {@code session}, which is here. */
  void remove(Session session) {
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
    size--;
  }

  /** Those that keep answers or events: by what these take, most first, then oldest first. */
  List<Session> byHeldBytes() {
    List<Session> keeping = new ArrayList<>();
    for (Session session = oldest; session != null; session = session.newer) {
      if (session.heldBytes() > 0) {
        keeping.add(session);
      }
    }
    keeping.sort(Comparator.comparingLong(Session::heldBytes).reversed());
    return keeping;
  }

  /** All of them as they are now, oldest first. */
  CapturedSession[] capture() {
    CapturedSession[] captured = new CapturedSession[size];
    int index = 0;
    for (Session session = oldest; session != null; session = session.newer) {
      captured[index++] = session.capture();
    }
    return captured;
  }

  /** Each may have {@code outstandingMax} requests without an answer. */
  void allow(int outstandingMax) {
    for (Session session = oldest; session != null; session = session.newer) {
      session.allow(outstandingMax);
    }
  }

  /** Whether the oldest was active longer than {@code idleMillis} before {@code timeMillis}. */
  boolean isIdle(long timeMillis, long idleMillis) {
    return oldest != null && timeMillis - oldest.activeMillis > idleMillis;
  }
}

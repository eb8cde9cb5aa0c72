package io.synod.network.ingress;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;

/** The sessions of one connection, mostly one. */
final class SessionGates {
  private final int sessionsMax;

  private SessionGate last;

  // Null while there was one session only.
  private LongObjectMap<SessionGate> others;

  SessionGates(int sessionsMax) {
    this.sessionsMax = sessionsMax;
  }

  /** Null if the session is new here. */
  SessionGate find(long session) {
    if (last != null && last.session == session) {
      return last;
    }
    SessionGate found = others == null ? null : others.get(session);
    return found == null ? null : swapIn(found);
  }

  boolean isFull() {
    return size() >= sessionsMax;
  }

  SessionGate add(long session) {
    return swapIn(new SessionGate(session));
  }

  void remove(SessionGate gate) {
    if (gate == last) {
      last = null;
    } else {
      others.remove(gate.session);
    }
  }

  /** Forgets all; returns how many there were. */
  int clear() {
    int count = size();
    last = null;
    others = null;
    return count;
  }

  private SessionGate swapIn(SessionGate gate) {
    if (last != null) {
      if (others == null) {
        others = new LongObjectHashMap<>();
      }
      others.put(last.session, last);
    }
    if (others != null) {
      others.remove(gate.session);
    }
    last = gate;
    return gate;
  }

  private int size() {
    return (last == null ? 0 : 1) + (others == null ? 0 : others.size());
  }
}

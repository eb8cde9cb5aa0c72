package io.synod.network.ingress;

import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;

/**
 * Keeps the requests of one session on one connection in order: after a refused request, later ones
 * are refused too, until that request comes again. Otherwise requests that were sent ahead would
 * arrive with gaps. A new view opens the gate, because the client has used another replica
 * meanwhile.
 */
final class SessionGate {
  final long session;

  // Requests from this one on were refused in that view; null while none were.
  private long refusedFrom;
  private View refusedIn;

  SessionGate(long session) {
    this.session = session;
  }

  /**
   * Whether requests from {@code first} on may be offered. The refused one does not come again if
   * another copy of it, sent before, was answered: then nothing before {@code first} is open.
   *
   * @param outstanding requests before {@code first} that the client has no answer of
   */
  boolean isOpenFor(long first, int outstanding, View view) {
    return refusedIn == null || first <= refusedFrom || outstanding == 0 || !refusedIn.equals(view);
  }

  void admitted(long first) {
    if (first >= BatchEntry.OPEN) {
      refusedIn = null;
    }
  }

  /** Nothing waits for a refused keep-alive or close. */
  void refused(long first, View view) {
    if (first >= BatchEntry.OPEN) {
      refusedFrom = first;
      refusedIn = view;
    }
  }
}

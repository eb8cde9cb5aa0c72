package io.synod.client;

/** Requests that were never sent, oldest first; so also in the order of their deadlines. */
final class RequestQueue {
  private Request oldest;
  private Request newest;

  boolean isEmpty() {
    return oldest == null;
  }

  void add(Request request) {
    request.next = null;
    if (oldest == null) {
      oldest = request;
    } else {
      newest.next = request;
    }
    newest = request;
  }

  /** Takes out the oldest request; the queue must not be empty. */
  Request take() {
    Request taken = oldest;
    oldest = taken.next;
    if (oldest == null) {
      newest = null;
    }
    taken.next = null;
    return taken;
  }

  /** Takes out the oldest request if its deadline has passed, otherwise returns null. */
  Request takeOverdue(long now) {
    return oldest != null && oldest.deadlineNanos <= now ? take() : null;
  }

  /** When the oldest request's deadline passes. */
  long nextDeadlineNanos() {
    return oldest == null ? Long.MAX_VALUE : oldest.deadlineNanos;
  }
}

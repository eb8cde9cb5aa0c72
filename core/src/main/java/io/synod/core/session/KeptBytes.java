package io.synod.core.session;

/** What the answers of all sessions of a table take, each with its overhead. */
final class KeptBytes {
  private long total;

  long total() {
    return total;
  }

  void add(long bytes) {
    total += bytes;
  }
}

package io.synod.core.session;

/** What the answers of all sessions of a table take, each with its overhead; and spare places. */
final class KeptBytes {
  private final AnswerPlaces.Spares spares = new AnswerPlaces.Spares();
  private long total;

  AnswerPlaces.Spares spares() {
    return spares;
  }

  long total() {
    return total;
  }

  void add(long bytes) {
    total += bytes;
  }
}

package io.synod.client;

import java.util.concurrent.CompletableFuture;

/**
 * One request or query from {@code send} to its end: its bytes, its future and its link in whatever
 * list holds it, in one object, because there is one per request. Written by the sending thread
 * until it is in the intake, then only by the event loop.
 */
final class Request extends CompletableFuture<byte[]> {
  private final byte[] payload;
  private final boolean query;

  /** The next one in the intake or in a queue. */
  Request next;

  /** When the caller must know, on the clock of {@link System#nanoTime}. */
  long deadlineNanos;

  /** The connection, counted, that carries this query now; 0: none, so it has to be sent. */
  int sentOn;

  Request(byte[] payload, boolean query) {
    this.payload = payload;
    this.query = query;
  }

  byte[] payload() {
    return payload;
  }

  boolean isQuery() {
    return query;
  }
}

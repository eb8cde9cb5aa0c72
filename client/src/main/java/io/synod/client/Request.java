package io.synod.client;

import io.synod.core.settings.Consistency;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * One request or query from {@code send} to its end: its bytes, its future and its link in the list
 * that holds it, in one object, because there is one per request. Written by the sending thread
 * until it is in the intake, then only by the event loop.
 */
final class Request extends CompletableFuture<byte[]> {
  private final byte[] payload;

  // Null if it may change the state.
  private final Consistency consistency;

  /** The next one in the intake or in a queue. */
  Request next;

  /** When the caller must know, on the clock of {@link System#nanoTime}. */
  long deadlineNanos;

  /** The connection, counted, that carries this query now; 0: none, so it has to be sent. */
  int sentOn;

  private Request(byte[] payload, Consistency consistency) {
    this.payload = payload;
    this.consistency = consistency;
  }

  /** One that may change the state. */
  static Request update(byte[] payload) {
    return new Request(Objects.requireNonNull(payload, "request"), null);
  }

  static Request query(byte[] payload, Consistency consistency) {
    return new Request(
        Objects.requireNonNull(payload, "query"),
        Objects.requireNonNull(consistency, "consistency"));
  }

  byte[] payload() {
    return payload;
  }

  boolean isQuery() {
    return consistency != null;
  }

  /** Of a query. */
  Consistency consistency() {
    return consistency;
  }
}

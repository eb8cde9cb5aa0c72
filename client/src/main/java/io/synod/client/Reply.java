package io.synod.client;

import io.synod.core.execution.ReplyStatus;

/** One reply as it stands in the buffer of the read; valid during the call that hands it over. */
interface Reply {
  long session();

  long sequence();

  ReplyStatus status();

  /** A copy of the answer, or of an event. */
  byte[] answer();

  /** The answer of SERVICE_ERROR. */
  String message();

  /** The answer of OUT_OF_ORDER: the sequence that the session expects. */
  long expected();
}

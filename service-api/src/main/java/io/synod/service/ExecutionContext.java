package io.synod.service;

/** Where in the replicated order a request stands. The same on every replica. */
public interface ExecutionContext {

  /** The slot of the batch that carries the request; slots are executed in order, from 0. */
  long slot();

  /** The request's index in its batch, from 0. */
  int indexInBatch();

  /** The client session that sent the request. */
  long session();

  /**
   * The leader's clock when it closed the batch, in milliseconds since the epoch; the same for all
   * requests of a batch and never smaller than in an earlier slot.
   */
  long leaderTimeMillis();
}

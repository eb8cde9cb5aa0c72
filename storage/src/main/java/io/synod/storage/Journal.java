package io.synod.storage;

import io.synod.core.effect.Persisted;

/**
 * Takes what an acceptor must not forget, in order. Called on the protocol thread; never waits for
 * a disk.
 */
public interface Journal {

  /** Appends {@code fact}; it is durable once {@link #durable} has reached {@link #appended}. */
  void append(Persisted fact);

  /** How many facts were appended. */
  long appended();

  /** How many of them are as durable as this journal makes them. */
  long durable();
}

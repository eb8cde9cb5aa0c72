package io.synod.examples.kv.redis;

import java.util.function.Supplier;

/**
 * A command for the backend, and the place of its answer.
 *
 * @param answersValues whether its answer may be much larger than the command
 * @param request made when the backend is called, after the answers to earlier reads
 */
record Call(Kind kind, boolean answersValues, Supplier<byte[]> request, Reply reply) {

  enum Kind {
    WRITE,
    READ,
    /** A read while keys are watched. */
    WATCHED_READ,
    /** The versions of keys; all calls behind it wait for its answer. */
    WATCH;

    boolean isWrite() {
      return this == WRITE;
    }
  }
}

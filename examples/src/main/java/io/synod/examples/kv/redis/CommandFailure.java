package io.synod.examples.kv.redis;

/** A command has no answer; the message is the error text for the Redis client. */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public CommandFailure(String message) {
    super(message, null, false, false);
  }
}

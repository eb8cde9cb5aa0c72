package io.synod.examples.kv.redis;

/** Why a command has no answer: the message is the error text that the Redis client receives. */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public CommandFailure(String message) {
    super(message, null, false, false);
  }
}

package io.synod.cli;

/** A command failed; the message says why in one line. The exit code is 1. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailure(String message) {
    super(message);
  }

  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.synod.process;

/** A child ended or fell silent; the message has its name and the end of its log. */
public final class ProcessFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProcessFailure(String message) {
    super(message);
  }

  public ProcessFailure(String message, Throwable cause) {
    super(message, cause);
  }
}

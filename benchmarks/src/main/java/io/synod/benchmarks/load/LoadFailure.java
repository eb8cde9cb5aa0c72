package io.synod.benchmarks.load;

/** The load cannot go on: what is loaded does not answer as it should. */
public final class LoadFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LoadFailure(String message) {
    super(message);
  }

  LoadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.synod.benchmarks.load;

/** The load cannot continue: the target does not answer correctly. */
public final class LoadFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LoadFailure(String message) {
    super(message);
  }

  LoadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}

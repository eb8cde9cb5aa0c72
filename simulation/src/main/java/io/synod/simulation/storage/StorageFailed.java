package io.synod.simulation.storage;

/** A disk has failed; the process that used it ends. */
public final class StorageFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StorageFailed(Exception cause) {
    super(cause.toString(), cause);
  }
}

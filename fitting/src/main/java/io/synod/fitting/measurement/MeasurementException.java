package io.synod.fitting.measurement;

/** A file holds no measurements or invalid ones; the message names file, line and reason. */
public final class MeasurementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MeasurementException(String message) {
    super(message);
  }
}

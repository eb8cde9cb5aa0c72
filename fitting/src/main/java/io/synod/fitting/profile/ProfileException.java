package io.synod.fitting.profile;

/** A file is not a valid profile; the message names file, line and reason. */
public final class ProfileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProfileException(String message) {
    super(message);
  }
}

package io.synod.storage.backup;

import java.io.IOException;

/**
 * A backup cannot be used: it is damaged, was cut short, or does not hold what was asked for. The
 * message names the place and what to do; it is for the user.
 */
public final class BackupRefused extends IOException {
  private static final long serialVersionUID = 1L;

  BackupRefused(String message) {
    super(message);
  }

  BackupRefused(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.synod.storage.snapshot;

import java.io.IOException;

/**
 * A whole snapshot that is not for this replica: of a newer format, or of another cluster. The
 * message names both sides and what to do.
 */
public final class SnapshotRefused extends IOException {
  private static final long serialVersionUID = 1L;

  SnapshotRefused(String message) {
    super(message);
  }
}

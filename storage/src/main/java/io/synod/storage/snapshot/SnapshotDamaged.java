package io.synod.storage.snapshot;

import java.io.IOException;

/**
 * A snapshot's file differs from what was written: its content must not be used. The message names
 * the file, the place and what to do.
 */
public final class SnapshotDamaged extends IOException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final long offset;
  private final String reason;

  SnapshotDamaged(String path, long offset, String reason, String remedy, Throwable cause) {
    super("%s is damaged at byte %d: %s; %s".formatted(path, offset, reason, remedy), cause);
    this.path = path;
    this.offset = offset;
    this.reason = reason;
  }

  public String path() {
    return path;
  }

  /** Where in the file the damaged part begins, in bytes. */
  public long offset() {
    return offset;
  }

  /** What is wrong there. */
  public String reason() {
    return reason;
  }
}

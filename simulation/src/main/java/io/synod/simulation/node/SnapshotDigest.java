package io.synod.simulation.node;

import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** A digest of a snapshot's contents: the service's state, sessions and answers. */
public final class SnapshotDigest {
  private SnapshotDigest() {}

  /** The digest of a snapshot taken now. */
  public static long of(Execution execution) {
    CRC32C crc = new CRC32C();
    try (ExecutionSnapshot snapshot = execution.capture()) {
      snapshot.writeTo(new CheckedOutputStream(OutputStream.nullOutputStream(), crc));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return crc.getValue();
  }
}

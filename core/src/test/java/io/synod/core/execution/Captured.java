package io.synod.core.execution;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The bytes of a snapshot. */
final class Captured {
  private Captured() {}

  static byte[] of(Execution execution) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ExecutionSnapshot snapshot = execution.capture()) {
      snapshot.writeTo(out);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return out.toByteArray();
  }
}

package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

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

  /** Another {@code execution} does not restore these bytes with a long changed. */
  static void assertRefused(
      Execution execution, byte[] captured, int at, long value, String reason) {
    byte[] wrong = captured.clone();
    ByteBuffer.wrap(wrong).putLong(at, value);
    assertThatThrownBy(() -> execution.restore(new ByteArrayInputStream(wrong)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }
}

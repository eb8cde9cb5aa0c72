package io.synod.core.execution;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The answer to a request at which the service threw: the exception's class and message. */
final class ExceptionText {
  // Sessions keep the answer, and a message may quote a whole request.
  static final int BYTES_MAX = 1 << 10;

  private ExceptionText() {}

  /** UTF-8, at most {@link #BYTES_MAX} bytes, cut between two characters. */
  static byte[] of(Throwable exception) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
    StandardCharsets.UTF_8
        .newEncoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .encode(CharBuffer.wrap(text(exception)), bytes, true);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /**
   * What a session keeps of it: the name of its class. The virtual machine drops the messages of
   * exceptions that are frequent, each replica's at its own time, and what is kept decides what is
   * executed.
   */
  static byte[] kept(Exception exception) {
    byte[] name = exception.getClass().getName().getBytes(StandardCharsets.UTF_8);
    return name.length <= BYTES_MAX ? name : Arrays.copyOf(name, BYTES_MAX);
  }

  private static String text(Throwable exception) {
    String type = exception.getClass().getName();
    String message = message(exception);
    return message == null ? type : type + ": " + message;
  }

  /** Null if there is none: the service's own code computes it, and may throw again. */
  private static String message(Throwable exception) {
    try {
      return exception.getMessage();
    } catch (RuntimeException unreadable) {
      return null;
    }
  }
}

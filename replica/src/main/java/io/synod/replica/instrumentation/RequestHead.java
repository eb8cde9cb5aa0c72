package io.synod.replica.instrumentation;

import java.nio.charset.StandardCharsets;

/**
 * The request line and the headers of one HTTP request, as they come. Keeps the first {@link
 * #BYTES_MAX} bytes, of which it reads the method and the path only.
 */
final class RequestHead {
  static final int BYTES_MAX = 12 << 10;

  private final byte[] bytes = new byte[BYTES_MAX];
  private int length;
  private int lineLength = -1;
  private boolean isComplete;
  private String method = "";
  private String path = "";

  /** Takes the next byte. Not to be called with a head that is complete or refused. */
  void add(byte next) {
    bytes[length++] = next;
    if (next != '\n') {
      return;
    }
    if (lineLength < 0) {
      lineLength = length;
      readLine();
    }
    isComplete = length >= 2 && bytes[length - 2] == '\n' || endsWithEmptyLine();
  }

  private boolean endsWithEmptyLine() {
    return length >= 3 && bytes[length - 2] == '\r' && bytes[length - 3] == '\n';
  }

  private void readLine() {
    String line = new String(bytes, 0, lineLength, StandardCharsets.ISO_8859_1).strip();
    String[] words = line.split(" ");
    if (words.length == 3 && words[2].startsWith("HTTP/1.")) {
      method = words[0];
      path = words[1].split("\\?", 2)[0];
    }
  }

  /** Whether the line is none of HTTP, or the head does not end within the bound. */
  boolean isRefused() {
    return lineLength >= 0 && method.isEmpty() || !isComplete && length == BYTES_MAX;
  }

  /** Whether the empty line behind the headers has come. */
  boolean isComplete() {
    return isComplete;
  }

  String method() {
    return method;
  }

  /** Without the query. */
  String path() {
    return path;
  }
}

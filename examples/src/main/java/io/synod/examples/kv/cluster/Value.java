package io.synod.examples.kv.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The service's answer to GET, a bulk string of the Redis protocol. */
public final class Value {
  private static final String NIL = "$-1\r\n";

  private Value() {}

  /** The text, empty if the key does not exist. */
  public static String text(byte[] answer) {
    String encoded = new String(answer, US_ASCII);
    return encoded.equals(NIL)
        ? ""
        : encoded.substring(encoded.indexOf('\n') + 1, encoded.length() - 2);
  }

  /** The integer, 0 if the key does not exist. */
  public static long integer(byte[] answer) {
    String text = text(answer);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }
}

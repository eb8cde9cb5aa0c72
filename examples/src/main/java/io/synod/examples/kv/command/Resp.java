package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.store.Entry;

/**
 * Answers as bytes of the Redis protocol (RESP 2), which an endpoint passes on unchanged. Shared
 * ones must not be changed.
 */
final class Resp {
  static final byte[] OK = "+OK\r\n".getBytes(US_ASCII);
  static final byte[] NIL = "$-1\r\n".getBytes(US_ASCII);
  private static final byte[] ZERO = ":0\r\n".getBytes(US_ASCII);
  private static final byte[] ONE = ":1\r\n".getBytes(US_ASCII);

  private Resp() {}

  static byte[] simple(String text) {
    return ("+" + text + "\r\n").getBytes(US_ASCII);
  }

  static byte[] integer(long value) {
    if (value == 0 || value == 1) {
      return value == 0 ? ZERO : ONE;
    }
    return (":" + value + "\r\n").getBytes(US_ASCII);
  }

  static byte[] flag(boolean value) {
    return value ? ONE : ZERO;
  }

  static byte[] bulk(byte[] value) {
    byte[] header = ("$" + value.length + "\r\n").getBytes(US_ASCII);
    byte[] answer = new byte[header.length + value.length + 2];
    System.arraycopy(header, 0, answer, 0, header.length);
    System.arraycopy(value, 0, answer, header.length, value.length);
    answer[answer.length - 2] = '\r';
    answer[answer.length - 1] = '\n';
    return answer;
  }

  /** The entry's value, or nil if there is none. */
  static byte[] valueOf(Entry entry) {
    return entry == null ? NIL : bulk(entry.value());
  }
}

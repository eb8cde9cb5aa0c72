package io.synod.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.command.Operation;
import java.util.HexFormat;

/**
 * The writes of one client: numbers that it appends to logs, each once, and increments of a
 * counter. So the state shows which of them were executed, and how often.
 */
final class Writes {
  /** The number of numbers in one key's log; it keeps the values small. */
  static final int NUMBERS_PER_LOG = 256;

  /** The number of hexadecimal digits of a number in a log. */
  static final int DIGITS = 8;

  private final int client;
  private final Ledger appends = new Ledger();
  private final Ledger increments = new Ledger();

  Writes(int client) {
    this.client = client;
  }

  Ledger appends() {
    return appends;
  }

  Ledger increments() {
    return increments;
  }

  byte[] append(int number) {
    byte[] digits = HexFormat.of().toHexDigits(number).getBytes(US_ASCII);
    return Operation.APPEND.request(logKey(number / NUMBERS_PER_LOG), digits);
  }

  byte[] increment() {
    return Operation.INCR.request(counterKey());
  }

  byte[] readLog(int log) {
    return Operation.GET.request(logKey(log));
  }

  byte[] readCounter() {
    return Operation.GET.request(counterKey());
  }

  private byte[] logKey(int log) {
    return "client:%d:log:%d".formatted(client, log).getBytes(US_ASCII);
  }

  private byte[] counterKey() {
    return "client:%d:counter".formatted(client).getBytes(US_ASCII);
  }
}

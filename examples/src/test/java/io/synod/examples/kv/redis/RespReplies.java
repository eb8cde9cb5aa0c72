package io.synod.examples.kv.redis;

/** A strict reader of what is answered: whole replies, one behind the other. */
final class RespReplies {
  private final String text;
  private int at;

  RespReplies(String text) {
    this.text = text;
  }

  /** How many replies there are; throws if they are not whole. */
  int count() {
    int count = 0;
    while (at < text.length()) {
      reply();
      count++;
    }
    return count;
  }

  private void reply() {
    char kind = text.charAt(at++);
    String line = line();
    switch (kind) {
      case '+', '-' -> {}
      case ':' -> Long.parseLong(line);
      case '$' -> bulk(Integer.parseInt(line));
      case '_' -> {
        if (!line.isEmpty()) {
          throw new AssertionError("a null with more: " + text);
        }
      }
      case '*' -> replies(Integer.parseInt(line));
      case '%' -> replies(2 * Integer.parseInt(line));
      default -> throw new AssertionError("no reply begins with '" + kind + "': " + text);
    }
  }

  private void replies(int count) {
    for (int left = count; left > 0; left--) {
      reply();
    }
  }

  private void bulk(int length) {
    if (length >= 0) {
      at += length;
      if (!text.startsWith("\r\n", at)) {
        throw new AssertionError("a string of %d does not end: %s".formatted(length, text));
      }
      at += 2;
    }
  }

  private String line() {
    int end = text.indexOf("\r\n", at);
    if (end < 0) {
      throw new AssertionError("a line does not end: " + text);
    }
    String line = text.substring(at, end);
    at = end + 2;
    return line;
  }
}

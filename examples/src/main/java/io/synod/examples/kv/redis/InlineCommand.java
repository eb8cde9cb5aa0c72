package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisCodecException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** A typed line, split as Redis does: at white space, but not within quotes. */
final class InlineCommand {
  private final byte[] line;
  private int at;

  private InlineCommand(byte[] line) {
    this.line = line;
  }

  /**
   * @throws RedisCodecException if quotes are not closed
   */
  static List<byte[]> split(byte[] line) {
    InlineCommand command = new InlineCommand(line);
    List<byte[]> words = new ArrayList<>();
    while (command.skipSpace()) {
      words.add(command.word());
    }
    return words;
  }

  private boolean skipSpace() {
    while (at < line.length && isSpace(line[at])) {
      at++;
    }
    return at < line.length;
  }

  private byte[] word() {
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    while (at < line.length && !isSpace(line[at])) {
      byte next = line[at++];
      if (next == '"' || next == '\'') {
        quoted(next, word);
      } else {
        word.write(next);
      }
    }
    return word.toByteArray();
  }

  private void quoted(byte quote, ByteArrayOutputStream word) {
    while (at < line.length && line[at] != quote) {
      boolean escape = line[at] == '\\' && at + 1 < line.length;
      if (escape && quote == '"') {
        escaped(word);
      } else {
        // Within single quotes a backslash escapes only a quote.
        at += escape && line[at + 1] == quote ? 1 : 0;
        word.write(line[at++]);
      }
    }
    boolean closed = at < line.length && (at + 1 == line.length || isSpace(line[at + 1]));
    if (!closed) {
      throw new RedisCodecException("unbalanced quotes in request");
    }
    at++;
  }

  private void escaped(ByteArrayOutputStream word) {
    byte code = line[at + 1];
    int high = at + 3 < line.length && code == 'x' ? Character.digit(line[at + 2], 16) : -1;
    int low = high < 0 ? -1 : Character.digit(line[at + 3], 16);
    if (low >= 0) {
      word.write(high << 4 | low);
      at += 4;
      return;
    }
    word.write(
        switch (code) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'a' -> 7;
          default -> code;
        });
    at += 2;
  }

  private static boolean isSpace(byte character) {
    return character == ' ' || (character >= '\t' && character <= '\r') || character == 0;
  }
}

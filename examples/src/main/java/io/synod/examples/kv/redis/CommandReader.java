package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads commands from the bytes of one client: arrays of bulk strings, and typed lines; ignores
 * empty ones. A length is only the client's claim: the memory of a command grows with its bytes as
 * they come, to twice as many at most. Confined to the connection's event loop.
 */
final class CommandReader {
  /** Of a typed line, and of a line with a length. */
  static final int LINE_BYTES_MAX = 16 << 10;

  /** What each word counts beside its bytes, because its objects take memory. */
  private static final int WORD_BYTES = 16;

  private static final int UNKNOWN = -1;

  private final int commandBytesMax;
  private final ByteBuf in = Unpooled.buffer(0);
  // Of the command that has not come whole.
  private List<byte[]> words = new ArrayList<>();
  private int wordsLeft;
  private int wordLength = UNKNOWN;
  private long wordBytes;

  CommandReader(int commandBytesMax) {
    this.commandBytesMax = commandBytesMax;
  }

  /** Takes what one read has brought, and releases it. */
  void add(ByteBuf read) {
    in.discardReadBytes().writeBytes(read);
    read.release();
  }

  /** The memory of all bytes that have come and belong to no command that {@link #next} gave. */
  long heldBytes() {
    return in.capacity() + wordBytes;
  }

  /** Whether the words of a command have begun to come. */
  boolean isWithin() {
    return wordsLeft > 0;
  }

  /**
   * The next whole command, or null.
   *
   * @throws CommandFailure if the client breaks the protocol
   */
  Words next() throws CommandFailure {
    Words whole = null;
    while (whole == null && (wordsLeft > 0 ? readWord() : readLine())) {
      if (wordsLeft == 0 && !words.isEmpty()) {
        whole = new Words(words);
        words = new ArrayList<>();
        wordBytes = 0;
      }
    }
    // Between commands only what a large one has left behind is worth a copy.
    int spareBytes = whole == null ? 1 << 10 : 1 << 16;
    if (in.capacity() > 2 * in.readableBytes() + spareBytes) {
      in.discardReadBytes().capacity(in.readableBytes());
    }
    return whole;
  }

  /** Reads a typed command, or how many words a command has. */
  private boolean readLine() throws CommandFailure {
    String line = line();
    if (line == null) {
      return false;
    }
    if (line.startsWith("*")) {
      int count =
          number(line, Integer.MIN_VALUE, commandBytesMax / WORD_BYTES, "invalid multibulk length");
      wordsLeft = Math.max(0, count);
      return true;
    }
    check(line.isEmpty() || "$:+-".indexOf(line.charAt(0)) < 0, "expected '*'");
    // Of bytes, not of characters: a key may be no text.
    // Redis knows quotes, too: here they would be misunderstood.
    boolean quoted = line.indexOf('"') >= 0 || line.indexOf('\'') >= 0;
    check(!quoted, "quotes in a typed command, use redis-cli");
    // Else a web page could have a browser send commands as the lines of a form, as in Redis.
    check(!line.matches("(?i)(post|host:)( .*)?"), "this is HTTP");
    for (String word : line.split("\\s+")) {
      if (!word.isEmpty()) {
        words.add(word.getBytes(ISO_8859_1));
      }
    }
    return true;
  }

  private boolean readWord() throws CommandFailure {
    if (wordLength == UNKNOWN) {
      String line = line();
      if (line == null) {
        return false;
      }
      check(line.startsWith("$"), "expected '$'");
      long left = commandBytesMax - wordBytes - (long) WORD_BYTES * wordsLeft;
      wordLength = number(line, 0, left, "invalid bulk length");
    }
    if (in.readableBytes() < wordLength + 2) {
      return false;
    }
    byte[] word = new byte[wordLength];
    in.readBytes(word);
    check(in.readByte() == '\r' && in.readByte() == '\n', "a word is longer than its length");
    words.add(word);
    wordBytes += WORD_BYTES + wordLength;
    wordLength = UNKNOWN;
    wordsLeft--;
    return true;
  }

  /** The next line without its end, or null. Of a typed one that is often a line feed alone. */
  private String line() throws CommandFailure {
    int length = in.bytesBefore((byte) '\n');
    check((length < 0 ? in.readableBytes() : length) <= LINE_BYTES_MAX, "a line is too long");
    if (length < 0) {
      return null;
    }
    String line = in.readCharSequence(length, ISO_8859_1).toString();
    in.skipBytes(1);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private static int number(String line, long min, long max, String error) throws CommandFailure {
    long number = Long.MIN_VALUE;
    try {
      number = Long.parseLong(line, 1, line.length(), 10);
    } catch (NumberFormatException notANumber) {
      check(false, error);
    }
    check(number >= min && number <= max, error);
    return (int) number;
  }

  private static void check(boolean holds, String error) throws CommandFailure {
    if (!holds) {
      throw new CommandFailure("ERR Protocol error: " + error);
    }
  }
}

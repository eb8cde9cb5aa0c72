package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.synod.service.ServiceException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The arguments of one command, without its name, and their encoding: for each argument its length
 * as a variable-length integer of seven bits a byte, the lowest first, then its bytes.
 */
final class Arguments {
  private static final int LENGTH_BYTES_MAX = 5;

  private final List<byte[]> values;

  private Arguments(List<byte[]> values) {
    this.values = values;
  }

  /** Reads the arguments up to the buffer's limit; they are copies. */
  static Arguments read(ByteBuffer in) throws ServiceException {
    List<byte[]> values = new ArrayList<>(4);
    while (in.hasRemaining()) {
      if (values.size() == Limits.ARGUMENTS_MAX) {
        throw new ServiceException(
            "ERR more than %s arguments in one command: send several commands"
                .formatted(Limits.ARGUMENTS_MAX));
      }
      int length = length(in);
      if (length < 0 || length > in.remaining()) {
        throw new ServiceException("ERR malformed request: an argument of " + length + " bytes");
      }
      byte[] value = new byte[length];
      in.get(value);
      values.add(value);
    }
    return new Arguments(values);
  }

  private static int length(ByteBuffer in) throws ServiceException {
    int length = 0;
    for (int i = 0; i < LENGTH_BYTES_MAX && in.hasRemaining(); i++) {
      byte next = in.get();
      length |= (next & 0x7F) << (7 * i);
      if (next >= 0) {
        return length;
      }
    }
    throw new ServiceException("ERR malformed request: a length without its end");
  }

  static byte[] request(int code, List<byte[]> values) {
    int bytes = 1;
    for (byte[] value : values) {
      bytes += LENGTH_BYTES_MAX + value.length;
    }
    ByteBuffer out = ByteBuffer.allocate(bytes).put((byte) code);
    for (byte[] value : values) {
      int rest = value.length;
      for (; rest > 0x7F; rest >>>= 7) {
        out.put((byte) (rest | 0x80));
      }
      out.put((byte) rest).put(value);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  int count() {
    return values.size();
  }

  byte[] bytes(int index) {
    return values.get(index);
  }

  /** The argument unchanged. */
  String text(int index) {
    return new String(values.get(index), ISO_8859_1);
  }

  /** An option or another word, in upper case. */
  String word(int index) {
    return text(index).toUpperCase(Locale.ROOT);
  }

  /**
   * @throws ServiceException if the argument is not a decimal integer of 64 bits
   */
  long integer(int index) throws ServiceException {
    return Integers.parse(values.get(index));
  }
}

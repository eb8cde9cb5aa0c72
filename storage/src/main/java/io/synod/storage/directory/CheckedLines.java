package io.synod.storage.directory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Text files whose first line names their format, {@code format = 1}, and whose last line is a
 * checksum of all lines before it, {@code crc32c = 0a1b2c3d}. Both are the same in every format, so
 * that a newer file is distinguished from a damaged one. Any thread.
 */
public final class CheckedLines {
  private static final int CHECKSUM_BYTES = "crc32c = 00000000\n".length();
  private static final Pattern FORMAT = Pattern.compile("format = ([1-9][0-9]{0,8})\n");

  private CheckedLines() {}

  /**
   * The bytes of a file.
   *
   * @param lines all but the last one; the first one names the format
   */
  public static byte[] encoded(String lines) {
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    return (lines + checksumLine(bytes, bytes.length)).getBytes(StandardCharsets.UTF_8);
  }

  /** The format of {@code file}; 0 if it is not as it was written. */
  public static int format(byte[] file) {
    int lineBytes = file.length - CHECKSUM_BYTES;
    if (lineBytes < 0) {
      return 0;
    }
    byte[] checksum = checksumLine(file, lineBytes).getBytes(StandardCharsets.US_ASCII);
    boolean isWhole = Arrays.equals(checksum, Arrays.copyOfRange(file, lineBytes, file.length));
    Matcher format = FORMAT.matcher(new String(file, 0, lineBytes, StandardCharsets.UTF_8));
    return isWhole && format.lookingAt() ? Integer.parseInt(format.group(1)) : 0;
  }

  private static String checksumLine(byte[] file, int lineBytes) {
    CRC32C crc = new CRC32C();
    crc.update(file, 0, lineBytes);
    return String.format(Locale.ROOT, "crc32c = %08x\n", crc.getValue());
  }
}

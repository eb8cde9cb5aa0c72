package io.synod.storage.directory;

import io.synod.core.format.Extension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The content of an identity file, in UTF-8:
 *
 * <pre>
 * format = 1
 * cluster = orders
 * replica = 1
 * durability = sync
 * terms = replicas = 3, session.max-count = 65536
 * nonce = 9e3779b97f4a7c15
 * extension = 0000
 * crc32c = 0a1b2c3d
 * </pre>
 *
 * The first line and the last one, the checksum of all lines before it, are the same in every
 * format, so that a newer one is distinguished from a damaged one. The extension is in hexadecimal
 * digits.
 *
 * @param unknownTag a field that must be understood, and that this version does not know; -1 if
 *     there is none. Other unknown fields are dropped.
 */
record StoredIdentity(DirectoryIdentity identity, long nonce, int unknownTag) {
  static final int FORMAT = 1;

  /** No identity file is longer. */
  static final int BYTES_MAX = 16 << 10;

  private static final int CHECKSUM_BYTES = "crc32c = 00000000\n".length();
  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern FORMAT_LINE = Pattern.compile("format = ([1-9][0-9]{0,8})\n");
  private static final Pattern LINES =
      Pattern.compile(
          "format = 1\n"
              + "cluster = (.+)\n"
              + "replica = ([0-9]{1,9})\n"
              + "durability = (.+)\n"
              + "terms = (.+)\n"
              + "nonce = ([0-9a-f]{16})\n"
              + "extension = ((?:[0-9a-f]{2})+)\n"
              + "crc32c = .{8}\n");

  StoredIdentity(DirectoryIdentity identity, long nonce) {
    this(identity, nonce, -1);
  }

  byte[] encoded() {
    return encoded(HEX.formatHex(Extension.EMPTY.encoded()));
  }

  private byte[] encoded(String extension) {
    String lines =
        String.format(
            Locale.ROOT,
            "format = %d\ncluster = %s\nreplica = %d\ndurability = %s\nterms = %s\nnonce = %016x\n"
                + "extension = %s\n",
            FORMAT,
            identity.cluster(),
            identity.replica(),
            identity.durability(),
            identity.terms(),
            nonce,
            extension);
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    return (lines + checksumLine(bytes, bytes.length)).getBytes(StandardCharsets.UTF_8);
  }

  /** The format of {@code file}; 0 if it is not as it was written. */
  static int format(byte[] file) {
    int lineBytes = file.length - CHECKSUM_BYTES;
    if (lineBytes < 0) {
      return 0;
    }
    byte[] checksum = checksumLine(file, lineBytes).getBytes(StandardCharsets.US_ASCII);
    boolean isWhole = Arrays.equals(checksum, Arrays.copyOfRange(file, lineBytes, file.length));
    Matcher format = FORMAT_LINE.matcher(new String(file, 0, lineBytes, StandardCharsets.UTF_8));
    return isWhole && format.lookingAt() ? Integer.parseInt(format.group(1)) : 0;
  }

  /** What {@code file}, of this format, holds; null if it is not what a replica writes. */
  static StoredIdentity decode(byte[] file) {
    Matcher lines = LINES.matcher(new String(file, StandardCharsets.UTF_8));
    if (!lines.matches()
        || !DirectoryIdentity.isName(lines.group(1))
        || !DirectoryIdentity.isName(lines.group(3))
        || !DirectoryIdentity.isTerms(lines.group(4))) {
      return null;
    }
    int replica = Integer.parseInt(lines.group(2));
    DirectoryIdentity identity =
        new DirectoryIdentity(lines.group(1), replica, lines.group(3), lines.group(4));
    Extension extension = extension(HEX.parseHex(lines.group(6)));
    if (extension == null) {
      return null;
    }
    long nonce = Long.parseUnsignedLong(lines.group(5), 16);
    StoredIdentity decoded = new StoredIdentity(identity, nonce, extension.mustUnderstand());
    return Arrays.equals(decoded.encoded(lines.group(6)), file) ? decoded : null;
  }

  private static Extension extension(byte[] bytes) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    try {
      Extension extension = Extension.read(in);
      return in.available() == 0 ? extension : null;
    } catch (IOException malformed) {
      return null;
    }
  }

  private static String checksumLine(byte[] file, int lineBytes) {
    CRC32C crc = new CRC32C();
    crc.update(file, 0, lineBytes);
    return String.format(Locale.ROOT, "crc32c = %08x\n", crc.getValue());
  }
}

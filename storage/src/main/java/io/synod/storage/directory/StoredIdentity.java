package io.synod.storage.directory;

import io.synod.core.cluster.Origin;
import io.synod.core.format.Extension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
 * {@link CheckedLines} holds what is the same in every format. The extension is in hexadecimal
 * digits.
 *
 * @param origin the backup from which the directory was restored: field 1 of the extension, i64 end
 *     and 32 bytes of digest
 * @param unknownTag a field that must be understood, and that this version does not know; -1 if
 *     there is none. Other unknown fields are dropped.
 */
record StoredIdentity(DirectoryIdentity identity, long nonce, Origin origin, int unknownTag) {
  static final int FORMAT = 1;

  /** No identity file is longer. */
  static final int BYTES_MAX = 16 << 10;

  private static final int ORIGIN_TAG = 1;
  private static final int DIGEST_BYTES = Origin.DIGEST_DIGITS / 2;
  private static final HexFormat HEX = HexFormat.of();
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

  StoredIdentity(DirectoryIdentity identity, long nonce, Origin origin) {
    this(identity, nonce, origin, -1);
  }

  byte[] encoded() {
    return encoded(HEX.formatHex(extension().encoded()));
  }

  private Extension extension() {
    if (origin.isNone()) {
      return Extension.EMPTY;
    }
    ByteBuffer value = ByteBuffer.allocate(Long.BYTES + DIGEST_BYTES);
    value.putLong(origin.end()).put(HEX.parseHex(origin.digest()));
    return Extension.EMPTY.with(ORIGIN_TAG, value.array());
  }

  /** Null if the field holds none. */
  private static Origin origin(Extension extension) {
    byte[] value = extension.value(ORIGIN_TAG);
    if (value == null) {
      return Origin.NONE;
    }
    if (value.length != Long.BYTES + DIGEST_BYTES) {
      return null;
    }
    long end = ByteBuffer.wrap(value).getLong();
    return end < 1 ? null : new Origin(end, HEX.formatHex(value, Long.BYTES, value.length));
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
    return CheckedLines.encoded(lines);
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
    Origin origin = extension == null ? null : origin(extension);
    if (origin == null) {
      return null;
    }
    long nonce = Long.parseUnsignedLong(lines.group(5), 16);
    StoredIdentity decoded =
        new StoredIdentity(identity, nonce, origin, extension.mustUnderstand());
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
}

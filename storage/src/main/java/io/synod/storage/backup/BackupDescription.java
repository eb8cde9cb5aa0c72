package io.synod.storage.backup;

import io.synod.core.cluster.Origin;
import io.synod.storage.directory.CheckedLines;
import io.synod.storage.directory.LastingFiles;
import io.synod.storage.journal.WriteAheadLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code backup}, which is written when the snapshot is whole and verified, so that a
 * backup that was cut short has none. UTF-8:
 *
 * <pre>
 * format = 1
 * cluster = orders
 * end = 120034
 * leader-time-ms = 1764158400000
 * bytes = 13107200
 * version = 0.1.0
 * digest = 64 hexadecimal digits
 * slots = yes
 * crc32c = 0a1b2c3d
 * </pre>
 *
 * @param cluster the name of the cluster
 * @param end the snapshot holds the effect of every slot before this one; 0 if there is no
 *     snapshot, only slots
 * @param leaderTimeMillis of the last slot in it, since 1970
 * @param bytes length of the snapshot's file
 * @param version of Synod that has made the backup: 1 to 64 visible characters of ASCII
 * @param digest SHA-256 of the snapshot's content, 64 hexadecimal digits
 * @param hasSlots whether slots were appended, or were about to be: then there is a journal
 */
public record BackupDescription(
    String cluster,
    long end,
    long leaderTimeMillis,
    long bytes,
    String version,
    String digest,
    boolean hasSlots) {
  static final String NAME = "backup";

  private static final int FORMAT = 1;
  private static final int BYTES_MAX = 4 << 10;
  private static final String NUMBER = " = ([0-9]{1,18})\n";
  private static final Pattern LINES =
      Pattern.compile(
          "format = 1\ncluster = (.{1,255})\nend"
              + NUMBER
              + "leader-time-ms"
              + NUMBER
              + "bytes"
              + NUMBER
              + "version = ([ -~]{1,64})\n"
              + "digest = ([0-9a-f]{"
              + Origin.DIGEST_DIGITS
              + "})\n(slots = yes\n)?crc32c = .{8}\n");

  /** Otherwise its slots begin with the first one. */
  public boolean hasSnapshot() {
    return end > 0;
  }

  /**
   * Checks that slots which were appended are there, in {@code journal}.
   *
   * @throws BackupRefused if all of them are gone
   */
  void requireSlots(Path journal) throws IOException {
    if (hasSlots && !WriteAheadLog.isIn(journal)) {
      throw new BackupRefused(
          ("the slots behind the snapshot are missing: %s holds none of them; use another copy of this"
                  + " backup")
              .formatted(journal));
    }
  }

  BackupDescription withSlots() {
    return new BackupDescription(cluster, end, leaderTimeMillis, bytes, version, digest, true);
  }

  byte[] encoded() {
    return CheckedLines.encoded(
        String.format(
            Locale.ROOT,
            "format = %d\ncluster = %s\nend = %d\nleader-time-ms = %d\nbytes = %d\nversion = %s\n"
                + "digest = %s\n%s",
            FORMAT,
            cluster,
            end,
            leaderTimeMillis,
            bytes,
            version,
            digest,
            hasSlots ? "slots = yes\n" : ""));
  }

  void write(Path directory) throws IOException {
    LastingFiles.replace(directory.resolve(NAME), encoded());
  }

  /**
   * Reads the file; null if there is none.
   *
   * @throws BackupRefused if it is not as it was written, or of a newer format
   */
  static BackupDescription read(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    byte[] file;
    try (InputStream in = Files.newInputStream(path)) {
      file = in.readNBytes(BYTES_MAX);
    } catch (NoSuchFileException missing) {
      return null;
    }
    int format = CheckedLines.format(file);
    if (format > FORMAT) {
      throw new BackupRefused(
          "%s has format %d, and this Synod reads up to %d; use the newer Synod that wrote it"
              .formatted(path, format, FORMAT));
    }
    BackupDescription description = format == 0 ? null : decode(file);
    if (description == null) {
      throw new BackupRefused(
          path + " is damaged: its checksum does not match; use another copy of this backup");
    }
    return description;
  }

  private static BackupDescription decode(byte[] file) {
    Matcher lines = LINES.matcher(new String(file, StandardCharsets.UTF_8));
    if (!lines.matches()) {
      return null;
    }
    BackupDescription decoded =
        new BackupDescription(
            lines.group(1),
            Long.parseLong(lines.group(2)),
            Long.parseLong(lines.group(3)),
            Long.parseLong(lines.group(4)),
            lines.group(5),
            lines.group(6),
            lines.group(7) != null);
    return Arrays.equals(decoded.encoded(), file) ? decoded : null;
  }
}

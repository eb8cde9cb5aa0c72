package io.synod.cli.storage;

import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotRefused;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/** The snapshots of a stopped replica, newest first. */
public final class SnapshotReport {
  private static final int READ_BYTES = 1 << 16;

  private final StoppedReplica replica;
  private final List<SnapshotInfo> snapshots;
  private final long nowMillis;

  // The damage of each snapshot, null for an intact one; null if the snapshots were only listed.
  private List<SnapshotDamaged> verified;

  private SnapshotReport(StoppedReplica replica, List<SnapshotInfo> snapshots, long nowMillis) {
    this.replica = replica;
    this.snapshots = snapshots;
    this.nowMillis = nowMillis;
  }

  /**
   * Reads the headers only.
   *
   * @param nowMillis since 1970, to compute the age
   * @throws SnapshotRefused if a snapshot is of a newer format or of another cluster
   */
  public static SnapshotReport list(StoppedReplica replica, long nowMillis) throws IOException {
    try (SnapshotStore store = replica.snapshots()) {
      return new SnapshotReport(replica, store == null ? List.of() : store.list(), nowMillis);
    }
  }

  /**
   * Reads every chunk of all snapshots, or of one.
   *
   * @param end of the one; -1 for all
   * @param readBytes receives how many bytes of content were read so far
   * @throws IllegalArgumentException if no snapshot has this end
   * @throws SnapshotRefused as {@link #list} does
   */
  public static SnapshotReport verify(
      StoppedReplica replica, long end, long nowMillis, LongConsumer readBytes) throws IOException {
    SnapshotReport report = list(replica, nowMillis).only(end);
    report.verified = new ArrayList<>();
    try (SnapshotStore store = replica.snapshots()) {
      long[] bytes = new long[1];
      for (SnapshotInfo snapshot : report.snapshots) {
        report.verified.add(damage(store, snapshot, bytes, readBytes));
      }
    }
    return report;
  }

  private SnapshotReport only(long end) {
    if (end < 0) {
      return this;
    }
    List<SnapshotInfo> one = snapshots.stream().filter(each -> each.end() == end).toList();
    if (one.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no snapshot with end %d in %s, %s"
              .formatted(
                  end,
                  replica.snapshotsPath(),
                  snapshots.isEmpty()
                      ? "none at all"
                      : "only " + snapshots.stream().map(SnapshotInfo::end).toList()));
    }
    return new SnapshotReport(replica, one, nowMillis);
  }

  /** Null if the snapshot is intact. */
  private static SnapshotDamaged damage(
      SnapshotStore store, SnapshotInfo snapshot, long[] bytes, LongConsumer readBytes)
      throws IOException {
    byte[] content = new byte[READ_BYTES];
    try (InputStream in = store.read(snapshot)) {
      for (int read = in.read(content); read >= 0; read = in.read(content)) {
        bytes[0] += read;
        readBytes.accept(bytes[0]);
      }
      return null;
    } catch (SnapshotDamaged damaged) {
      return damaged;
    }
  }

  /** Total bytes of the files. */
  public long bytes() {
    return snapshots.stream().mapToLong(SnapshotInfo::bytes).sum();
  }

  /** Whether the reading found no damage. */
  public boolean isWell() {
    return verified == null
        ? snapshots.stream().allMatch(SnapshotReport::hasHeader)
        : damages().isEmpty();
  }

  private static boolean hasHeader(SnapshotInfo snapshot) {
    return snapshot.createdMillis() != 0;
  }

  private List<SnapshotDamaged> damages() {
    return verified == null ? List.of() : verified.stream().filter(Objects::nonNull).toList();
  }

  /** The report for people. */
  public String text() {
    StringBuilder text = new StringBuilder(replica.text());
    if (snapshots.isEmpty()) {
      return text.append("\nno snapshots").toString();
    }
    for (int index = 0; index < snapshots.size(); index++) {
      SnapshotInfo snapshot = snapshots.get(index);
      text.append(
          String.format(
              Locale.ROOT,
              "%nsnapshot of every slot before %,d, %s, %s",
              snapshot.end(),
              Bytes.text(snapshot.bytes()),
              made(snapshot)));
      if (index == 0 && verified == null) {
        text.append(", the newest");
      }
      if (verified != null) {
        text.append(": ").append(verified.get(index) == null ? "whole" : "DAMAGED");
      }
    }
    damages().forEach(damage -> text.append('\n').append(what(damage)));
    return text.toString();
  }

  private String what(SnapshotDamaged damage) {
    return "%s is damaged at byte %d: %s; %s"
        .formatted(
            damage.path(),
            damage.offset(),
            damage.reason(),
            replica.isBackup()
                ? "use another copy of this backup, or begin another one"
                : "keep the file, because of which the replica joins again with an older snapshot"
                    + " or a peer's; check the disk");
  }

  private String made(SnapshotInfo snapshot) {
    if (!hasHeader(snapshot)) {
      return "time unknown: its header is damaged";
    }
    Instant made = Instant.ofEpochMilli(snapshot.createdMillis()).truncatedTo(ChronoUnit.SECONDS);
    long seconds = Math.max(0, nowMillis - snapshot.createdMillis()) / 1000;
    return "made %s, %s ago".formatted(made, age(Duration.ofSeconds(seconds)));
  }

  private static String age(Duration age) {
    if (age.toMinutes() == 0) {
      return age.toSeconds() + " s";
    }
    if (age.toHours() == 0) {
      return age.toMinutes() + " min";
    }
    return age.toDays() == 0 ? age.toHours() + " h" : age.toDays() + " days";
  }

  /** The report for programs. */
  public Map<String, Object> json() {
    Map<String, Object> fields = replica.json();
    fields.put("well", isWell());
    List<Map<String, Object>> all = new ArrayList<>();
    for (int index = 0; index < snapshots.size(); index++) {
      all.add(json(snapshots.get(index)));
      if (verified != null) {
        all.get(index).put("damage", json(verified.get(index)));
      }
    }
    fields.put("snapshots", all);
    return fields;
  }

  private Map<String, Object> json(SnapshotInfo snapshot) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("end", snapshot.end());
    fields.put("bytes", snapshot.bytes());
    fields.put("createdMillis", snapshot.createdMillis());
    fields.put("ageMillis", Math.max(0, nowMillis - snapshot.createdMillis()));
    return fields;
  }

  private static Map<String, Object> json(SnapshotDamaged damage) {
    if (damage == null) {
      return null;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", damage.path());
    fields.put("offset", damage.offset());
    fields.put("reason", damage.reason());
    return fields;
  }
}

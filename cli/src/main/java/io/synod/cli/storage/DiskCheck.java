package io.synod.cli.storage;

import io.synod.storage.disk.DiskTrial;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The times that a disk takes for durable writes, and what they mean for a replica. */
public final class DiskCheck {
  private static final int SMALL_BYTES = 4 << 10;
  private static final int LARGE_BYTES = 64 << 10;
  private static final int ROUNDS = 500;
  private static final long NANOS_MAX = 3_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SECOND_NANOS = 1e9;
  private static final double GIBIBYTE = 1 << 30;

  // A flush takes a round trip to the device: below this time no data has left the main memory.
  private static final long FLUSH_NANOS_MIN = 15_000;

  private final Path directory;
  private final FileDisk disk;
  private final List<WriteMode> modes = new ArrayList<>();
  private final List<List<DiskTrial.Waits>> waits = new ArrayList<>();
  private final int smallBytes;
  private final WriteMode chosen;

  private DiskCheck(Path directory) throws IOException {
    this.directory = directory;
    disk = FileDisk.of(directory);
    boolean direct = disk.directBlockBytes() > 0;
    // A direct write is whole blocks.
    smallBytes = Math.max(SMALL_BYTES, disk.directBlockBytes());
    modes.add(WriteMode.BUFFERED);
    if (direct) {
      modes.add(new WriteMode(true, false));
      modes.add(new WriteMode(true, true));
    } else {
      modes.add(new WriteMode(false, true));
    }
    DiskTrial trial = new DiskTrial(disk, System::nanoTime);
    waits.add(trial.measure(modes, smallBytes, ROUNDS, NANOS_MAX));
    waits.add(trial.measure(modes, LARGE_BYTES, ROUNDS, NANOS_MAX));
    chosen = trial.faster(direct);
  }

  /** Measures for a few seconds. */
  public static DiskCheck of(Path directory) throws IOException {
    return new DiskCheck(directory);
  }

  /** Whether a flush takes as long as a flush to a device must. */
  public boolean keepsWhatItIsSent() {
    return waits.get(0).get(0).at(0.5) >= FLUSH_NANOS_MIN;
  }

  /** The result for people, in lines. */
  public String text() throws IOException {
    FileStore store = Files.getFileStore(directory);
    int blockBytes = disk.directBlockBytes();
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "%s: %s, %.1f GiB free; %s%n",
            directory,
            store.type(),
            store.getUsableSpace() / GIBIBYTE,
            blockBytes > 0
                ? "direct writes (O_DIRECT) in blocks of " + blockBytes + " bytes"
                : "no direct writes (O_DIRECT)"));
    text.append(
        line("%n%-32s%24s%30s%n", "a durable write, ms", kib(smallBytes), kib(LARGE_BYTES)));
    text.append(line("%-22s", ""));
    for (int size = 0; size < waits.size(); size++) {
      text.append(line("%10s%10s%10s", "p50", "p99", "longest"));
    }
    text.append(System.lineSeparator());
    for (int mode = 0; mode < modes.size(); mode++) {
      text.append(line("%-22s", name(modes.get(mode))));
      for (List<DiskTrial.Waits> ofSize : waits) {
        DiskTrial.Waits nanos = ofSize.get(mode);
        text.append(
            line("%10.3f%10.3f%10.3f", millis(nanos, 0.5), millis(nanos, 0.99), millis(nanos, 1)));
      }
      text.append(System.lineSeparator());
    }
    return text.append(verdict()).toString();
  }

  private String verdict() {
    if (!keepsWhatItIsSent()) {
      return line(
          "%nA flush takes %.3f ms: no device is that fast, so data written here is lost when the"
              + " power fails.%nUse a file system on a disk, and a disk or virtual machine that"
              + " passes flushes on; or durability=memory, which%ndoes not need one.%n",
          millis(waits.get(0).get(0), 0.5));
    }
    double nanos = waits.get(0).get(modes.indexOf(chosen)).at(0.5);
    return line(
        "%nA replica writes its journal here with %s (journal.direct=auto, journal.sync=auto):%n"
            + "at most %,.0f commits a second, each with all votes that wait for it.%n",
        name(chosen), SECOND_NANOS / nanos);
  }

  private static double millis(DiskTrial.Waits waits, double share) {
    return waits.at(share) / NANOS_PER_MILLI;
  }

  private static String kib(int bytes) {
    return (bytes >> 10) + " KiB";
  }

  private static String name(WriteMode mode) {
    return (mode.direct() ? "O_DIRECT, " : "") + (mode.synced() ? "O_DSYNC" : "fdatasync");
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}

package io.synod.benchmarks.micro;

import io.synod.core.recovery.Recovered;
import io.synod.process.Children;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A journal in the temporary directory, and a file of the same kind beside it. */
final class TemporaryJournal implements AutoCloseable {
  private static final int SEGMENT_BYTES = 64 << 20;
  private static final JournalIdentity IDENTITY = new JournalIdentity("bench", 0, 1);

  private final Path directory = Files.createTempDirectory("synod-journal-");
  private WriteAheadLog log;
  private FileChannel raw;
  private long rawAt;

  TemporaryJournal() throws IOException {}

  void open() {
    FileDisk disk = FileDisk.of(directory);
    JournalSettings settings = new JournalSettings(SEGMENT_BYTES, 0);
    log = WriteAheadLog.open(disk, settings, IDENTITY, recover());
  }

  /** Reads everything, as a replica does when it starts. */
  JournalFindings recover() {
    return JournalRecovery.read(
        FileDisk.of(directory), IDENTITY, new Recovered(1, 0), damage -> {});
  }

  WriteAheadLog log() {
    return log;
  }

  void closeLog() {
    log.close();
    log = null;
  }

  void openRaw() throws IOException {
    Path file = directory.resolve("raw");
    raw = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
    for (long at = 0; at < SEGMENT_BYTES; at += zeros.capacity()) {
      raw.write(zeros.clear(), at);
    }
    raw.force(true);
  }

  /** Writes on in the allocated file, from its beginning again at its end, and waits. */
  void writeRaw(ByteBuffer bytes) throws IOException {
    if (rawAt + bytes.remaining() > SEGMENT_BYTES) {
      rawAt = 0;
    }
    rawAt += raw.write(bytes, rawAt);
    raw.force(false);
  }

  @Override
  public void close() throws IOException {
    if (log != null) {
      log.close();
    }
    if (raw != null) {
      raw.close();
    }
    Children.deleteAll(directory);
  }
}

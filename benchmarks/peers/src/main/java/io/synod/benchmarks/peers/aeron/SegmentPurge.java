package io.synod.benchmarks.peers.aeron;

import io.aeron.archive.Archive;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import java.io.File;
import java.util.concurrent.TimeUnit;

/**
 * Deletes old segments of the log, which Aeron leaves to its embedder. A real embedder takes a
 * snapshot first. Omitting it spares Aeron the cost, and no replica here ever restarts. On the
 * thread that runs it.
 */
final class SegmentPurge implements AutoCloseable {
  private static final long KEPT_BYTES = 4L * AeronSettings.TERM_BYTES;
  private static final long PERIOD_MILLIS = 500;

  private final AeronArchive archive;
  private final File clusterFolder;

  private SegmentPurge(AeronArchive archive, File clusterFolder) {
    this.archive = archive;
    this.clusterFolder = clusterFolder;
  }

  /** Connects to the archive, of this process. */
  static SegmentPurge start(Archive archive, File clusterFolder) {
    AeronArchive.Context context =
        new AeronArchive.Context()
            .aeronDirectoryName(archive.context().aeronDirectoryName())
            .controlRequestChannel(archive.context().localControlChannel())
            .controlRequestStreamId(archive.context().localControlStreamId())
            .controlResponseChannel(archive.context().localControlChannel());
    return new SegmentPurge(AeronArchive.connect(context), clusterFolder);
  }

  /** Purges until the thread is interrupted. */
  void run() throws InterruptedException {
    while (true) {
      TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      purge();
    }
  }

  private void purge() {
    long recording = recording();
    if (recording < 0) {
      return;
    }
    long kept = archive.getMaxRecordedPosition(recording) - KEPT_BYTES;
    long start = archive.getStartPosition(recording);
    if (kept - start > AeronSettings.TERM_BYTES) {
      int bytes = AeronSettings.TERM_BYTES;
      archive.purgeSegments(
          recording, AeronArchive.segmentFileBasePosition(start, kept, bytes, bytes));
    }
  }

  /** The id of the log's recording, negative before there is one. */
  private long recording() {
    try (RecordingLog log = new RecordingLog(clusterFolder, false)) {
      return log.findLastTermRecordingId();
    }
  }

  @Override
  public void close() {
    archive.close();
  }
}

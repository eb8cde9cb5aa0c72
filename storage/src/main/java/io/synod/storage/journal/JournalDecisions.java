package io.synod.storage.journal;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads decisions from a journal that is being written, of slots that the replica knows to be
 * decided. For one thread, which need not be the journal's.
 *
 * <p>The segment of a record may be cut, or its file taken over by a later segment, at any time. So
 * each record is checked as recovery checks it: both checksums, segment, offset, slot, and
 * identity. A record that does not pass, or that the disk does not give back, is not served, nor is
 * any slot behind it.
 */
public final class JournalDecisions {
  private final Disk disk;
  private final SlotIndex index;
  private final int stamp;

  // Of the read that is going on: the file of the last record.
  private DiskFile file;
  private long segment;

  JournalDecisions(Disk disk, SlotIndex index, int stamp) {
    this.disk = disk;
    this.index = index;
    this.stamp = stamp;
  }

  /**
   * The decisions of consecutive slots. Blocks; holds what it returns and one record.
   *
   * @return those from the first wanted slot on that are in the journal, as many as wanted; empty
   *     if the first one is not there
   */
  public List<Batch> read(DecisionsWanted wanted) {
    try {
      return wanted.collect(this::batch);
    } finally {
      close();
    }
  }

  private Batch batch(long slot) {
    try {
      return read(slot);
    } catch (IOException gone) {
      // Cut meanwhile, or unreadable: the answer is that it is not here.
      return null;
    }
  }

  private Batch read(long slot) throws IOException {
    long place = index.place(slot);
    if (place == SlotIndex.NOWHERE) {
      return null;
    }
    open(SlotIndex.segment(place));
    long offset = SlotIndex.offset(place);
    RecordHeader header = header(offset);
    if (header == null || !header.type.hasSlot() || header.slot != slot) {
      return null;
    }
    byte[] body = new byte[header.bodyBytes];
    int read = file.read(offset + RecordHeader.BYTES, ByteBuffer.wrap(body));
    if (read < body.length || Checksum.of(body) != header.bodyChecksum) {
      return null;
    }
    try {
      return Batch.decoded(body);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private RecordHeader header(long offset) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(RecordHeader.BYTES);
    if (file.read(offset, bytes) < RecordHeader.BYTES
        || !RecordHeader.isLikely(bytes, 0, segment, offset)) {
      return null;
    }
    RecordHeader header = RecordHeader.read(bytes, 0);
    boolean isOwn = header != null && header.stamp == stamp && header.end() <= file.bytes();
    return isOwn ? header : null;
  }

  private void open(long wanted) throws IOException {
    if (file != null && segment == wanted) {
      return;
    }
    close();
    file = disk.open(Segment.name(wanted));
    segment = wanted;
  }

  private void close() {
    if (file == null) {
      return;
    }
    DiskFile last = file;
    file = null;
    try {
      last.close();
    } catch (IOException ignored) {
      // It was only read.
    }
  }
}

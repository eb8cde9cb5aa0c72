package io.synod.storage.journal;

import io.synod.core.cluster.View;
import io.synod.storage.disk.DiskFull;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Damaged records that are to be written anew, at their old places. */
final class Repairs {
  private final ArrayDeque<Patch> patches = new ArrayDeque<>();

  /**
   * @param after number of the record that must be durable first, because it replaces this one
   */
  private record Patch(Segment segment, long offset, ByteBuffer bytes, long after) {}

  boolean isEmpty() {
    return patches.isEmpty();
  }

  /** The decision has the length of the damaged body, and takes its place. */
  void replace(Segment segment, RecordHeader header, byte[] decision) {
    int checksum = Checksum.of(decision);
    if (checksum == header.bodyChecksum) {
      // What was voted is what was decided: the vote is whole again, and its header not touched.
      long bodyAt = header.offset + RecordHeader.BYTES;
      patches.add(new Patch(segment, bodyAt, ByteBuffer.wrap(decision), 0));
      return;
    }
    header.type = RecordType.LEARNT;
    header.view = View.NONE;
    header.bodyChecksum = checksum;
    ByteBuffer record = ByteBuffer.allocate(RecordHeader.BYTES + decision.length);
    header.put(record, 0);
    record.put(RecordHeader.BYTES, decision);
    patches.add(new Patch(segment, header.offset, record, 0));
  }

  /** Record {@code after} holds the decision: the damaged one becomes void behind it. */
  void fill(Segment segment, RecordHeader header, long after) {
    patches.add(new Patch(segment, header.offset, voided(header), after));
  }

  /** The header of a void record in the place of {@code header}. */
  static ByteBuffer voided(RecordHeader header) {
    header.type = RecordType.VOID;
    header.view = View.NONE;
    header.slot = 0;
    header.bodyChecksum = 0;
    header.carried = false;
    ByteBuffer bytes = ByteBuffer.allocate(RecordHeader.BYTES);
    header.put(bytes, 0);
    return bytes;
  }

  /** Writes what can be written now; each lasts on return. */
  void apply(SegmentFiles files, FailStopDisk disk, long durable) throws DiskFull {
    while (!patches.isEmpty() && patches.peekFirst().after <= durable) {
      Patch patch = patches.peekFirst();
      if (files.at(disk.path(patch.segment.name)) == patch.segment) {
        files.patch(patch.segment, patch.offset, patch.bytes.duplicate());
      }
      patches.removeFirst();
    }
  }
}

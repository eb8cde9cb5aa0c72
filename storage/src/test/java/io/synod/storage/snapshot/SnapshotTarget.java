package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/** The file of a snapshot, as it lies in the directory and as a peer sends it. */
final class SnapshotTarget implements FuzzTarget {
  private static final long END = 7;
  private static final SnapshotIdentity FOREIGN = new SnapshotIdentity("x".repeat(250), 0);
  private static final int PREFIX_BYTES = 20;
  private static final int PART_BYTES = 50;

  // Of the header without the cluster's name.
  private static final int HEADER_BYTES_MIN = 50;

  @Override
  public String name() {
    return "snapshot";
  }

  @Override
  public List<byte[]> samples() {
    try {
      return List.of(
          file(Snapshots.PEER, 16, Snapshots.content(END)),
          file(Snapshots.SELF, 41, Snapshots.content(END)),
          file(Snapshots.PEER, 1 << 10, new byte[300]),
          file(Snapshots.PEER, 7, new byte[0]),
          file(FOREIGN, 16, new byte[1]));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private static byte[] file(SnapshotIdentity maker, int chunkBytes, byte[] content)
      throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = SnapshotStore.open(disk, maker, () -> Snapshots.CREATED, chunkBytes);
    try (SnapshotWriter writer = store.begin(END)) {
      writer.write(content);
      writer.publish();
    }
    return disk.bytesOf(Snapshots.name(END));
  }

  /** The header's checksums and those of the chunks, and what the last one says of them. */
  @Override
  public byte[] sealed(byte[] input) {
    ByteBuffer file = ByteBuffer.wrap(input);
    if (input.length < HEADER_BYTES_MIN) {
      return input;
    }
    file.put(0, "SYNODSNP".getBytes(StandardCharsets.US_ASCII));
    file.putInt(PREFIX_BYTES - 4, crc(input, PREFIX_BYTES - 4));
    int headerBytes = file.getInt(12);
    if (headerBytes < HEADER_BYTES_MIN || headerBytes > input.length) {
      return input;
    }
    int seal = crc(input, headerBytes - 4);
    file.putInt(headerBytes - 4, seal);
    sealChunks(file.slice(headerBytes, input.length - headerBytes), seal);
    return input;
  }

  private static void sealChunks(ByteBuffer chunks, int seal) {
    int at = 0;
    long content = 0;
    for (long index = 0; at + Chunk.HEADER_BYTES + Chunk.END_BYTES <= chunks.limit(); index++) {
      int length = chunks.getInt(at);
      int body = length == 0 ? Chunk.END_BYTES : length;
      int left = chunks.limit() - at - Chunk.HEADER_BYTES;
      if (body < 0 || body > left) {
        return;
      }
      if (length == 0) {
        chunks.putLong(at + 8, content).putLong(at + 16, index);
      }
      ByteBuffer chunk = chunks.slice(at, Chunk.HEADER_BYTES + body);
      chunk.putInt(4, Chunk.crc(seal, index, chunk, body));
      at += Chunk.HEADER_BYTES + body;
      content += length;
    }
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  @Override
  public Outcome run(byte[] input) throws IOException {
    String kept = read(input);
    String received = receive(input);
    assertThat(received.equals("whole"))
        .as("kept: %s, received: %s", kept, received)
        .isEqualTo(kept.equals("whole"));
    boolean shallow =
        kept.contains("begin as")
            || kept.contains("of its header")
            || kept.contains("its header has");
    return shallow ? Outcome.shallow(kept) : Outcome.deep(kept);
  }

  private static String read(byte[] input) throws IOException {
    TwinDisk disk = new TwinDisk();
    disk.put(Snapshots.name(END), input);
    try (SnapshotStore store = Snapshots.open(disk)) {
      SnapshotInfo snapshot = store.list().get(0);
      byte[] content = Snapshots.read(store, snapshot);
      store.verify(snapshot);
      assertThat(content.length).isLessThan(input.length);
      return "whole";
    } catch (SnapshotDamaged | SnapshotRefused declared) {
      return declared.getMessage();
    } finally {
      assertThat(disk.openFiles()).as("files that are left open").isZero();
    }
  }

  private static String receive(byte[] input) throws IOException {
    TwinDisk disk = new TwinDisk();
    try (SnapshotStore store = Snapshots.open(disk)) {
      SnapshotInfo snapshot = Snapshots.receive(store, END, input, PART_BYTES);
      assertThat(disk.bytesOf(Snapshots.name(END))).isEqualTo(input);
      assertThat(snapshot.bytes()).isEqualTo(input.length);
      return "whole";
    } catch (SnapshotDamaged declared) {
      assertThat(disk.list()).as("files that are left").isEmpty();
      return declared.getMessage();
    } finally {
      assertThat(disk.openFiles()).as("files that are left open").isZero();
    }
  }
}

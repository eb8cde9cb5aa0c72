package io.synod.examples.blobs;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.SessionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that captures and restores more than its heap holds, and prints what came of it. */
final class SmallHeap {
  private static final int BLOCKS = 96;
  private static final long SESSION = 7;

  private SmallHeap() {}

  /** The argument is a directory for its files. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    Path written = directory.resolve("snapshot");
    try (BlobStore store = open(directory.resolve("one"));
        BlobStore other = open(directory.resolve("two"))) {
      Execution execution = execution(store);
      execution.execute(0, batch(BatchEntry.OPEN, new byte[0]), SmallHeap::expectOk);
      execution.execute(1, batch(1, BlobStore.fill(0, BLOCKS, 42)), SmallHeap::expectOk);
      String before = digest(execution);
      try (ExecutionSnapshot snapshot = execution.capture();
          OutputStream out = Files.newOutputStream(written)) {
        execution.execute(2, batch(2, BlobStore.fill(0, BLOCKS, 43)), SmallHeap::expectOk);
        snapshot.writeTo(out);
      }
      Execution restored = execution(other);
      try (InputStream in = Files.newInputStream(written)) {
        restored.restore(in);
      }
      boolean equal = digest(restored).equals(before) && !digest(execution).equals(before);
      boolean larger = Files.size(written) > Runtime.getRuntime().maxMemory();
      System.out.println("equal " + equal + ", larger than the heap " + larger);
    }
  }

  private static BlobStore open(Path directory) throws IOException {
    return new BlobStore(directory, BlobStore.BLOCK_BYTES_MAX);
  }

  private static Execution execution(BlobStore store) {
    return new Execution(store, new SessionSettings(60_000, 16, 16));
  }

  private static Batch batch(long sequence, byte[] request) {
    int first = Batch.HEADER_BYTES;
    byte[] bytes = new byte[first + BatchEntry.HEADER_BYTES + request.length];
    BatchEntry.putHeader(bytes, first, request.length, SESSION, sequence, (int) sequence);
    System.arraycopy(request, 0, bytes, first + BatchEntry.HEADER_BYTES, request.length);
    return Batch.close(bytes, 1, 1);
  }

  private static String digest(Execution execution) {
    StringBuilder digest = new StringBuilder();
    for (byte[] query : List.of(BlobStore.digest(0, BLOCKS), BlobStore.size())) {
      execution.query(
          0,
          ByteBuffer.wrap(query),
          (session, number, status, answer) ->
              digest.append(status).append(' ').append(ByteBuffer.wrap(answer).getLong()));
    }
    return digest.toString();
  }

  private static void expectOk(long session, long sequence, ReplyStatus status, byte[] answer) {
    if (status != ReplyStatus.OK) {
      throw new IllegalStateException("sequence %d: %s".formatted(sequence, status));
    }
  }
}

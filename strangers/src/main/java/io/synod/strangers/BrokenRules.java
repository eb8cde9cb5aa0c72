package io.synod.strangers;

import io.synod.core.command.BatchEntry;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Subscribe;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Frames of clients, each of which breaks one rule that a replica checks behind the checksum. */
public final class BrokenRules {
  private static final long SESSION = 0x5EED;
  private static final int QUERY = BatchEntry.asQuery(0);
  private static final byte[] NOTHING = {};

  private BrokenRules() {}

  /** Each breaks a rule of the clients' port, behind a hello. */
  public static List<byte[]> all(String cluster, int payloadBytesMax) {
    byte[] tooLong = new byte[payloadBytesMax + 1];
    return List.of(
        Frames.raw(FrameType.REQUESTS.code(), new byte[BatchEntry.HEADER_BYTES - 1]),
        endsInHeader(),
        Frames.requests(SESSION, 1, 0, tooLong),
        Frames.requests(0, 1, 0, NOTHING),
        Frames.requests(0, BatchEntry.OPEN, 0, NOTHING),
        Frames.requests(SESSION, Long.MAX_VALUE, 0, NOTHING),
        withGap(),
        Frames.requests(SESSION, BatchEntry.OPEN, 0, NOTHING, NOTHING),
        Frames.requests(SESSION, BatchEntry.OPEN, 0, new byte[BatchEntry.NAME_BYTES_MAX + 1]),
        Frames.requests(SESSION, BatchEntry.KEEP_ALIVE, 0, NOTHING),
        Frames.requests(SESSION, BatchEntry.OPEN, QUERY, NOTHING),
        Frames.raw(FrameType.QUERIES.code(), NOTHING),
        Frames.queries(0, 1, tooLong),
        twoConsistencies(),
        Frames.subscribe(new Subscribe(0, 1, Subscribe.KEEP_ALIVE_NANOS_MIN, "hostile = 1")),
        Frames.peerHello(cluster, "", 1, 0, 0));
  }

  private static byte[] endsInHeader() {
    byte[] entry = body(Frames.requests(SESSION, 1, 0, NOTHING));
    return Frames.raw(FrameType.REQUESTS.code(), Arrays.copyOf(entry, entry.length + 1));
  }

  private static byte[] withGap() {
    byte[] entries = body(Frames.requests(SESSION, 1, 0, NOTHING, NOTHING));
    ByteBuffer.wrap(entries).putLong(BatchEntry.HEADER_BYTES + 12, 3);
    return Frames.raw(FrameType.REQUESTS.code(), entries);
  }

  private static byte[] twoConsistencies() {
    byte[] entries = body(Frames.queries(0, 1, NOTHING, NOTHING));
    ByteBuffer.wrap(entries).putLong(BatchEntry.HEADER_BYTES + 4, -1);
    return Frames.raw(FrameType.QUERIES.code(), entries);
  }

  private static byte[] body(byte[] frame) {
    return Arrays.copyOfRange(frame, Frame.HEADER_BYTES, frame.length);
  }
}

package io.synod.strangers;

import io.synod.core.command.BatchEntry;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.QuorumRead;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Subscribe;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Frames of every type that a client may send behind its hello, with random bodies. */
public final class RandomClientFrames {
  public static final int FRAMES_IN_ORDER = 3;

  private static final int ENTRIES_MAX = 5;
  private static final int SESSIONS = 32;
  private static final int BODY_BYTES_MAX = 300;
  private static final List<FrameType> CLIENT_TYPES =
      List.of(
          FrameType.REQUESTS,
          FrameType.QUERIES,
          FrameType.SUBSCRIBE,
          FrameType.CREDIT,
          FrameType.FETCH_SNAPSHOT,
          FrameType.QUORUM_READ,
          FrameType.STATUS_REQUEST,
          FrameType.MEASURE_LINKS,
          FrameType.TRY_LIMITS,
          FrameType.WANT_EVENTS);

  private final Random random;
  private final Supplier<byte[]> payload;
  private final long[] sessions;

  /**
   * @param payload draws that of a request or a query
   */
  public RandomClientFrames(Random random, Supplier<byte[]> payload) {
    this.random = random;
    this.payload = payload;
    sessions = random.longs(SESSIONS).toArray();
  }

  /** One that the decoder takes, and no status request; the sender must have subscribed. */
  public byte[] wellFormed() {
    int kind = random.nextInt(1000);
    if (kind < 450) {
      return requests();
    }
    if (kind < 600) {
      return control();
    }
    if (kind < 850) {
      return Frames.queries(consistency(), random.nextLong(), payloads());
    }
    if (kind < 900) {
      return Frames.message(new QuorumRead(0, natural()));
    }
    if (kind < 940) {
      return Frames.credit(1 + random.nextInt(1 << 12));
    }
    if (kind < 970) {
      int bytesMax = random.nextBoolean() ? 1 + random.nextInt(1 << 10) : Integer.MAX_VALUE;
      return Frames.message(new FetchSnapshot(few(), few(), bytesMax));
    }
    return Frames.subscribe(few() - 1, random.nextInt(1 << 12), keepAliveNanos());
  }

  /** One that the decoder refuses, which ends the connection; the checksum mostly holds. */
  public byte[] illFormed() {
    return switch (random.nextInt(7)) {
      case 0 -> cut(requests());
      case 1 -> Frames.raw(anyType(), body(1 + BatchEntry.HEADER_BYTES));
      case 2 -> twoSessions();
      // Without a body it could ask for a snapshot, which is no error.
      case 3 -> Frames.raw(0x20 + random.nextInt(0xE0), body(1 + random.nextInt(BODY_BYTES_MAX)));
      case 4 -> Frames.raw(FrameType.CLIENT_HELLO.code(), body(random.nextInt(BODY_BYTES_MAX)));
      case 5 -> Frames.requests(random.nextLong(), -3 - few(), 0, new byte[0]);
      default -> badHeader();
    };
  }

  /** One of any type, as a stranger sends it in place of a hello. */
  public byte[] beforeHello() {
    int type = 1 + random.nextInt(0x3F);
    return Frames.raw(
        type == FrameType.PEER_HELLO.code() ? 0 : type, body(random.nextInt(BODY_BYTES_MAX)));
  }

  private byte[] requests() {
    long first = random.nextInt(4) == 0 ? 1 + natural() / 2 : 1 + few();
    return Frames.requests(session(), first, random.nextInt() & ~0xF, payloads());
  }

  private byte[] control() {
    return switch (random.nextInt(3)) {
      case 0 -> Frames.open(session());
      case 1 -> keepAliveOrEvents(session(), natural());
      default -> Frames.close(session());
    };
  }

  private static byte[] keepAliveOrEvents(long session, long number) {
    return number % 4 == 3
        ? Frames.wantEvents(session, number, 1 + number / 2)
        : Frames.keepAlive(session, number);
  }

  /** A new session, requests in order, and its end: the leader executes all of them. */
  public byte[] inOrder() {
    long session = random.nextLong();
    byte[] requests = Frames.requests(session, 1, 0, payloads());
    return Frames.joined(Frames.open(session), requests, Frames.close(session));
  }

  private byte[] twoSessions() {
    byte[] frame = Frames.requests(random.nextLong(), 1, 0, new byte[3], new byte[3]);
    frame[frame.length - 3 - BatchEntry.HEADER_BYTES + 4] ^= 1;
    return Frames.checked(frame);
  }

  private byte[] badHeader() {
    byte[] frame = requests();
    int at = random.nextInt(Frame.HEADER_BYTES);
    frame[at] ^= (byte) (1 << random.nextInt(7));
    // A replica would only wait for a body with a greater length.
    return at > 3 && at < 8 ? Frames.raw(0xFF, new byte[0]) : frame;
  }

  /** The frame with less of its body, and the checksum and length of that. */
  private static byte[] cut(byte[] frame) {
    byte[] body = new byte[frame.length - Frame.HEADER_BYTES - 1];
    System.arraycopy(frame, Frame.HEADER_BYTES, body, 0, body.length);
    return Frames.raw(FrameType.REQUESTS.code(), body);
  }

  private byte[][] payloads() {
    byte[][] payloads = new byte[1 + random.nextInt(ENTRIES_MAX)][];
    for (int index = 0; index < payloads.length; index++) {
      payloads[index] = payload.get();
    }
    return payloads;
  }

  private long consistency() {
    int kind = random.nextInt(4);
    return kind == 3 ? 1 + natural() / 2 : -kind;
  }

  private long session() {
    return random.nextInt(4) == 0 ? random.nextLong() : sessions[random.nextInt(SESSIONS)];
  }

  private long keepAliveNanos() {
    return Subscribe.KEEP_ALIVE_NANOS_MIN * (1 + random.nextInt(1000));
  }

  private int anyType() {
    return CLIENT_TYPES.get(random.nextInt(2)).code();
  }

  /** All 0xFF: no length, count or code that is read from it is allowed. */
  private static byte[] body(int bytes) {
    byte[] body = new byte[bytes];
    Arrays.fill(body, (byte) 0xFF);
    return body;
  }

  private long natural() {
    return random.nextLong() & Long.MAX_VALUE;
  }

  private int few() {
    return random.nextInt(100);
  }
}

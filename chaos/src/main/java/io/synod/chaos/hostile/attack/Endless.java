package io.synod.chaos.hostile.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.network.wire.FrameType;
import io.synod.strangers.Frames;
import java.util.List;

/** Sends frames that never end: all but the last byte at once, or a byte at a time. */
final class Endless {
  private static final int DRIPS_PER_REPLICA = 8;

  // The most bytes that a replica reads before a valid hello.
  private static final int HELLO_BYTES_MAX = 4 << 10;

  private Endless() {}

  static List<Crowd> frames(Attack attack) {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    byte[] huge = Frames.joined(hello, huge(attack.targets().frameBytesMax()));
    byte[] peerHello = unfinishedHello(FrameType.PEER_HELLO);
    byte[] clientHello = unfinishedHello(FrameType.CLIENT_HELLO);
    byte[] latent = Frames.joined(hello, Frames.raw(FrameType.REQUESTS.code(), new byte[1 << 10]));
    return List.of(
        new Crowd(attack, Port.CLIENT, 48, () -> hold(huge)).pausing(2000),
        new Crowd(attack, Port.CLIENT, 16, () -> hold(clientHello)),
        new Crowd(attack, Port.PEER, 16, () -> hold(peerHello)),
        new Crowd(attack, Port.CLIENT, DRIPS_PER_REPLICA, () -> BurstScript.drip(clientHello)),
        new Crowd(attack, Port.CLIENT, DRIPS_PER_REPLICA, () -> BurstScript.drip(latent)),
        new Crowd(attack, Port.PEER, DRIPS_PER_REPLICA, () -> BurstScript.drip(peerHello)));
  }

  private static Script hold(byte[] bytes) {
    return BurstScript.once(bytes, 8 << 10);
  }

  /** A frame of almost the maximum length, without its last byte. */
  static byte[] huge(int frameBytesMax) {
    return Frames.unfinished(Frames.raw(FrameType.REQUESTS.code(), new byte[frameBytesMax]));
  }

  static byte[] unfinishedHello(FrameType type) {
    return Frames.unfinished(Frames.raw(type.code(), new byte[HELLO_BYTES_MAX]));
  }

  /** Requests to the metrics port that do not end, or whose answers are not read. */
  static List<Crowd> http(Attack attack) {
    String begin = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n";
    byte[] half = (begin + "X-Half: ").getBytes(US_ASCII);
    byte[] endless = begin.getBytes(US_ASCII);
    byte[] post =
        "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n"
            .getBytes(US_ASCII);
    Burst headers = Burst.of("X-More: more\r\n".getBytes(US_ASCII), 1000);
    Burst body = new Burst(new byte[1 << 10], 1);
    Burst gets = Burst.of((begin + "\r\n").getBytes(US_ASCII), 10);
    byte[] nothing = {};
    return List.of(
        new Crowd(attack, Port.METRICS, 64, () -> BurstScript.once(half, 1 << 10)),
        new Crowd(attack, Port.METRICS, 4, () -> BurstScript.drip(half)),
        new Crowd(
            attack,
            Port.METRICS,
            1,
            () -> BurstScript.of(endless, () -> headers, 200, Reading.all())),
        new Crowd(
            attack, Port.METRICS, 1, () -> BurstScript.of(post, () -> body, 100, Reading.all())),
        new Crowd(
            attack,
            Port.METRICS,
            2,
            () -> BurstScript.of(nothing, () -> gets, 500, Reading.never())));
  }
}

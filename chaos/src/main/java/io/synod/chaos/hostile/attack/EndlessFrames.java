package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.network.wire.FrameType;

/** Frames that never end: all but their last byte at once, or a byte now and then. */
final class EndlessFrames implements Attacker {
  private static final int HUGE_PER_REPLICA = 48;
  private static final int SMALL_PER_REPLICA = 16;
  private static final int DRIPS_PER_REPLICA = 8;
  private static final int BYTES_PER_TICK = 8 << 10;

  // What a replica takes of a stranger before its hello.
  private static final int HELLO_BYTES_MAX = 4 << 10;

  @Override
  public String name() {
    return "endless-frames";
  }

  @Override
  public void run(Attack attack) throws InterruptedException {
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    byte[] huge = Frames.joined(hello, huge(attack.targets().frameBytesMax()));
    byte[] peerHello = unfinishedHello(FrameType.PEER_HELLO);
    byte[] clientHello = unfinishedHello(FrameType.CLIENT_HELLO);
    byte[] latent = Frames.joined(hello, Frames.raw(FrameType.REQUESTS.code(), new byte[1 << 10]));
    Crowd.run(
        attack,
        new Crowd(attack, Port.CLIENT, HUGE_PER_REPLICA, () -> hold(huge)).pausing(2000),
        new Crowd(attack, Port.CLIENT, SMALL_PER_REPLICA, () -> hold(clientHello)),
        new Crowd(attack, Port.PEER, SMALL_PER_REPLICA, () -> hold(peerHello)),
        new Crowd(attack, Port.CLIENT, DRIPS_PER_REPLICA, () -> new Drip(clientHello)),
        new Crowd(attack, Port.CLIENT, DRIPS_PER_REPLICA, () -> new Drip(latent)),
        new Crowd(attack, Port.PEER, DRIPS_PER_REPLICA, () -> new Drip(peerHello)));
  }

  private static Script hold(byte[] bytes) {
    return Asking.once(bytes, BYTES_PER_TICK);
  }

  /** Almost as long as a frame may be, and without its last byte. */
  static byte[] huge(int frameBytesMax) {
    return Frames.unfinished(Frames.raw(FrameType.REQUESTS.code(), new byte[frameBytesMax]));
  }

  static byte[] unfinishedHello(FrameType type) {
    return Frames.unfinished(Frames.raw(type.code(), new byte[HELLO_BYTES_MAX]));
  }
}

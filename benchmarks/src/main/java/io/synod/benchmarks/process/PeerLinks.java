package io.synod.benchmarks.process;

import io.synod.link.LinkMesh;
import io.synod.link.LinkShape;
import java.util.BitSet;

/**
 * The links between the replicas on this machine: proxies on one thread of this process, whose CPU
 * time is no server's. A straight link has no proxy.
 */
final class PeerLinks implements AutoCloseable {
  private static final long SEED = 1;

  private final int replicas;

  // Indexed by from * replicas + to.
  private final BitSet emulated = new BitSet();

  // Null if no link is emulated.
  private final LinkMesh mesh;

  PeerLinks(int replicas, Placement placement) {
    this.replicas = replicas;
    for (int from = 0; from < replicas; from++) {
      for (int to = 0; to < replicas; to++) {
        boolean straight = from == to || placement.link(from, to).equals(LinkShape.STRAIGHT);
        emulated.set(from * replicas + to, !straight);
      }
    }
    mesh = emulated.isEmpty() ? null : new LinkMesh(replicas, SEED);
    emulated.stream()
        .forEach(
            way -> {
              int from = way / replicas;
              int to = way % replicas;
              mesh.shape(from, to, placement.link(from, to));
            });
  }

  /**
   * The port that replica {@code from} dials to reach replica {@code to}.
   *
   * @param peerPort where {@code to} listens for its peers
   */
  int port(int from, int to, int peerPort) {
    return emulated.get(from * replicas + to) ? mesh.listen(from, to, peerPort) : peerPort;
  }

  /** Changes the link for bytes that {@code from} sends to {@code to} from now on. */
  void shape(int from, int to, LinkShape shape) {
    if (!emulated.get(from * replicas + to)) {
      throw new IllegalArgumentException("the link from %d to %d is straight".formatted(from, to));
    }
    mesh.shape(from, to, shape);
  }

  /** All frames that have passed, in both directions of each emulated link. */
  Crossing crossed() {
    Crossing crossed = Crossing.NONE;
    for (int way : emulated.stream().toArray()) {
      crossed = crossed.plus(mesh.passedFrames(way / replicas, way % replicas));
    }
    return crossed;
  }

  @Override
  public void close() {
    if (mesh != null) {
      mesh.close();
    }
  }
}

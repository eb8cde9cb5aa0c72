package io.synod.benchmarks.process;

import io.synod.link.LinkMesh;
import io.synod.link.LinkShape;

/** What lies between replicas of this machine. */
interface PeerLinks extends AutoCloseable {

  /**
   * Where replica {@code from} dials to reach replica {@code to}.
   *
   * @param peerPort where {@code to} listens for its peers
   */
  int port(int from, int to, int peerPort);

  @Override
  void close();

  /** Links of this shape in both directions of each pair; none if it is straight. */
  static PeerLinks of(int replicas, LinkShape shape) {
    return shape.equals(LinkShape.STRAIGHT) ? new Direct() : new Emulated(replicas, shape);
  }

  /** Each is found where it listens. */
  final class Direct implements PeerLinks {
    @Override
    public int port(int from, int to, int peerPort) {
      return peerPort;
    }

    @Override
    public void close() {}
  }

  /** Through proxies on one thread of this process, which counts for none of the servers. */
  final class Emulated implements PeerLinks {
    private static final long SEED = 1;

    private final LinkMesh mesh;

    Emulated(int replicas, LinkShape shape) {
      mesh = new LinkMesh(replicas, SEED);
      for (int from = 0; from < replicas; from++) {
        for (int to = 0; to < replicas; to++) {
          mesh.shape(from, to, shape);
        }
      }
    }

    @Override
    public int port(int from, int to, int peerPort) {
      return from == to ? peerPort : mesh.listen(from, to, peerPort);
    }

    @Override
    public void close() {
      mesh.close();
    }
  }
}

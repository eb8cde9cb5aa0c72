package io.synod.benchmarks.peers.jraft;

import java.io.Serializable;

/** What a client sends; serialised by Bolt's own Hessian, which needs no record but a class. */
final class JRaftRequest implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] payload;

  JRaftRequest(byte[] payload) {
    this.payload = payload;
  }

  byte[] payload() {
    return payload;
  }
}

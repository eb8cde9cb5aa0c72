package io.synod.benchmarks.peers.jraft;

import java.io.Serializable;

/**
 * A client's request; serialised by Bolt's own Hessian, which requires a class instead of a record.
 */
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

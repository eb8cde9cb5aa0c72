package io.synod.benchmarks.peers.jraft;

import java.io.Serializable;

/** A reply to a client: the service's answer, or a rejection with its reason. */
final class JRaftAnswer implements Serializable {
  private static final long serialVersionUID = 1L;

  // Null if the request was rejected.
  private final byte[] payload;
  // Null if the request was not rejected.
  private final String refusal;
  // Null if unknown.
  private final String leader;

  private JRaftAnswer(byte[] payload, String refusal, String leader) {
    this.payload = payload;
    this.refusal = refusal;
    this.leader = leader;
  }

  static JRaftAnswer of(byte[] payload) {
    return new JRaftAnswer(payload, null, null);
  }

  /**
   * @param leader its address, null if unknown
   */
  static JRaftAnswer refused(String reason, String leader) {
    return new JRaftAnswer(null, reason, leader);
  }

  boolean isRefused() {
    return payload == null;
  }

  byte[] payload() {
    return payload;
  }

  String refusal() {
    return refusal;
  }

  String leader() {
    return leader;
  }
}

package io.synod.benchmarks.peers.jraft;

import java.io.Serializable;

/** What a client receives: the service's answer, or why there is none. */
final class JRaftAnswer implements Serializable {
  private static final long serialVersionUID = 1L;

  // Null if the request was refused.
  private final byte[] payload;
  // Null if it was not.
  private final String refusal;
  // Null if it is not known.
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
   * @param leader its address, null if it is not known
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

package io.synod.core.message;

/**
 * A proxy asks every replica up to which slot it has voted (PigPaxos, section 4.3: quorum reads).
 *
 * @param round drawn at random at the sender's start, and counted from there
 */
public record QuorumRead(long round) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onQuorumRead(from, this);
  }
}

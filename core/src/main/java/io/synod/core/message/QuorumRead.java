package io.synod.core.message;

/**
 * A proxy asks every replica up to which slot it has voted (PigPaxos, section 4.3: quorum reads).
 *
 * @param membership of the sender; only replicas that are members of the same one answer
 * @param round drawn at random at the sender's start, and counted from there
 */
public record QuorumRead(long membership, long round) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onQuorumRead(from, this);
  }
}

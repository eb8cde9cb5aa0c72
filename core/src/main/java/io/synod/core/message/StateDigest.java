package io.synod.core.message;

/**
 * A replica reports the digest of its service's state to the other replicas.
 *
 * @param end of the state: every slot before this one is executed
 */
public record StateDigest(long end, long digest) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onStateDigest(from, this);
  }
}

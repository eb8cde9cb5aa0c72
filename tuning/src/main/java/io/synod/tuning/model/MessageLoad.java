package io.synod.tuning.model;

/**
 * Messages that replicas send and receive for one request when its Accept and Accepted travel
 * through relay groups (PigPaxos, section 6).
 *
 * @param replicas N, at least 2
 * @param groups r, relay groups, 1 to N-1; N-1 is Paxos without relays
 */
public record MessageLoad(int replicas, int groups) {

  public MessageLoad {
    if (replicas < 2 || groups < 1 || groups >= replicas) {
      throw new IllegalArgumentException("%d replicas in %d groups".formatted(replicas, groups));
    }
  }

  /** The leader's messages: to and from each relay, and to and from the client. */
  public double ofLeader() {
    return 2.0 * groups + 2;
  }

  /** Any other replica's messages, averaged over the choice of the relay. */
  public double ofFollower() {
    return 2.0 * (replicas - groups - 1) / (replicas - 1) + 2;
  }

  /** The leader's load above a follower's: 0 means equal load, 1 twice the load. */
  public double leaderOverhead() {
    return ofLeader() / ofFollower() - 1;
  }
}

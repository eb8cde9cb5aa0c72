package io.synod.replica;

import io.synod.service.Role;

/**
 * What a replica does at one moment. Its parts may be of slightly different moments.
 *
 * @param id the replica's number
 * @param leader the number of the leader that this replica follows or is; -1 if it knows none
 * @param decided every slot before this one is decided, as far as this replica knows
 * @param executed every slot before this one is executed here
 * @param timers that the service has set
 * @param obstacle why this replica cannot lead for now; null if it can
 */
public record ReplicaState(
    int id, int leader, long decided, long executed, int timers, String obstacle) {

  /** Informative only: another replica may already lead. */
  public Role role() {
    return leader == id ? Role.LEADER : Role.FOLLOWER;
  }
}

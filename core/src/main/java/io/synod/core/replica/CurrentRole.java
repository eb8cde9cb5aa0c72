package io.synod.core.replica;

/** The role that a replica has now, or had when it halted. Only {@link Transitions} sets it. */
final class CurrentRole {
  private RoleState state;
  private boolean halted;

  RoleState state() {
    return state;
  }

  void set(RoleState next) {
    state = next;
  }

  boolean leads() {
    return state.role() == Role.LEADER;
  }

  /** From now on the replica sends, persists and serves nothing. */
  void halt() {
    halted = true;
  }

  boolean isHalted() {
    return halted;
  }
}

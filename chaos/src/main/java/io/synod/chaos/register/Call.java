package io.synod.chaos.register;

import io.synod.linearizability.Operation;
import io.synod.linearizability.RegisterModel;

/** One call of a register. Guarded by its {@link Registers}, except for final fields. */
final class Call {
  final Register register;
  final RegisterModel.Input input;
  private final int client;
  private final long invoked;
  private long returned;
  private long output;
  private State state = State.OPEN;

  private enum State {
    /** Not answered yet, or of unknown outcome. */
    OPEN,
    RETURNED,
    REFUSED
  }

  Call(int client, Register register, RegisterModel.Input input, long invoked) {
    this.client = client;
    this.register = register;
    this.input = input;
    this.invoked = invoked;
  }

  int key() {
    return register.key;
  }

  void returned(long answer, long when) {
    state = State.RETURNED;
    output = answer;
    returned = when;
  }

  void refused() {
    state = State.REFUSED;
  }

  boolean isRefused() {
    return state == State.REFUSED;
  }

  /** A call without an answer and of unknown outcome stays open forever. */
  Operation<RegisterModel.Input, Long> operation() {
    return state == State.RETURNED
        ? new Operation<>(client, input, output, invoked, returned)
        : Operation.pending(client, input, invoked);
  }
}

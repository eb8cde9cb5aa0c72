package io.synod.chaos.register;

import io.synod.linearizability.LinearizabilityChecker;
import io.synod.linearizability.Operation;
import io.synod.linearizability.RegisterModel;
import io.synod.linearizability.Verdict;
import java.util.ArrayList;
import java.util.List;

/** One register and all its calls. Guarded by its {@link Registers}. */
final class Register {
  final int key;
  private final List<Call> calls = new ArrayList<>();
  private int open;
  private int unknown;

  Register(int key) {
    this.key = key;
  }

  void add(Call call) {
    calls.add(call);
    open++;
  }

  /** The call has ended, with any outcome. */
  void ended() {
    open--;
  }

  void unknown() {
    unknown++;
  }

  int calls() {
    return calls.size();
  }

  int unknownCalls() {
    return unknown;
  }

  /** Whether no call is open. */
  boolean isQuiet() {
    return open == 0;
  }

  List<Operation<RegisterModel.Input, Long>> operations() {
    List<Operation<RegisterModel.Input, Long>> operations = new ArrayList<>(calls.size());
    for (Call call : calls) {
      if (!call.isRefused()) {
        operations.add(call.operation());
      }
    }
    return operations;
  }

  static Verdict<RegisterModel.Input, Long> check(
      List<Operation<RegisterModel.Input, Long>> operations) {
    return LinearizabilityChecker.check(new RegisterModel(), operations);
  }
}

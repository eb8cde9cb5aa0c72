package io.synod.simulation.client;

import io.synod.simulation.check.Violation;
import io.synod.simulation.linearizability.CounterModel;
import io.synod.simulation.linearizability.KeyedHistory;
import io.synod.simulation.linearizability.Operation;
import io.synod.simulation.linearizability.RegisterModel;
import io.synod.simulation.linearizability.Verdict;
import io.synod.simulation.service.Command;
import java.util.ArrayList;
import java.util.List;

/** What all clients have asked and been answered, on one clock of calls and returns. */
public final class History {
  private final List<Call> calls = new ArrayList<>();
  private long clock;

  private static final class Call {
    final int client;
    final Command command;
    final long invoked;
    long returned;
    long output;

    Call(int client, Command command, long invoked) {
      this.client = client;
      this.command = command;
      this.invoked = invoked;
    }
  }

  /** Operations so far. */
  public int size() {
    return calls.size();
  }

  /** A client calls; the number is for {@link #returned}. */
  int invoked(int client, Command command) {
    calls.add(new Call(client, command, clock++));
    return calls.size() - 1;
  }

  void returned(int number, long output) {
    Call call = calls.get(number);
    call.returned = clock++;
    call.output = output;
  }

  /** What was not answered counts as unknown: it may have taken effect or not. */
  public void check() {
    KeyedHistory<Integer, RegisterModel.Input, Long> registers = new KeyedHistory<>();
    KeyedHistory<Integer, Long, Long> counters = new KeyedHistory<>();
    for (Call call : calls) {
      Command command = call.command;
      if (command.isOfCounter()) {
        counters.add(command.key(), operation(call, command.value()));
      } else {
        registers.add(command.key(), operation(call, input(command)));
      }
    }
    check("register", registers.check(new RegisterModel()));
    check("counter", counters.check(new CounterModel()));
  }

  private static <I, O> void check(String what, KeyedHistory.Violation<Integer, I, O> violation) {
    if (violation != null) {
      Verdict<I, O> verdict = violation.verdict();
      throw new Violation("the history of %s %d is %s", what, violation.key(), verdict);
    }
  }

  private static <I> Operation<I, Long> operation(Call call, I input) {
    return call.returned == 0
        ? Operation.pending(call.client, input, call.invoked)
        : new Operation<>(call.client, input, call.output, call.invoked, call.returned);
  }

  private static RegisterModel.Input input(Command command) {
    return switch (command.kind()) {
      case WRITE -> new RegisterModel.Write(command.value());
      case COMPARE_AND_SET -> new RegisterModel.CompareAndSet(command.expected(), command.value());
      default -> new RegisterModel.Read();
    };
  }
}

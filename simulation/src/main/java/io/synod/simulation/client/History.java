package io.synod.simulation.client;

import io.synod.linearizability.CounterModel;
import io.synod.linearizability.KeyedHistory;
import io.synod.linearizability.Operation;
import io.synod.linearizability.RegisterModel;
import io.synod.linearizability.Verdict;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.Executions;
import io.synod.simulation.check.Violation;
import io.synod.simulation.service.Command;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** All calls of clients and their answers, on one clock of calls and returns. */
public final class History {
  private final List<Call> calls = new ArrayList<>();
  private long clock = 1;
  private int answers;

  /**
   * The origin of a call.
   *
   * @param session 0 for a read outside the log
   */
  record Origin(int client, long session, long sequence) {}

  /** One call, and its answer once there is one. */
  static final class Call {
    private final Origin origin;
    private final Command command;
    private final long invoked;
    private long returned;
    private long output;

    Call(Origin origin, Command command, long invoked) {
      this.origin = origin;
      this.command = command;
      this.invoked = invoked;
    }

    Command command() {
      return command;
    }

    long output() {
      return output;
    }

    boolean isAnswered() {
      return returned > 0;
    }

    private void answered(Answer answer, long now) {
      returned = now;
      output = answer.refused() ? RegisterModel.REFUSED : ByteBuffer.wrap(answer.bytes()).getLong();
    }

    private <I> Operation<I, Long> operation(I input) {
      return isAnswered()
          ? new Operation<>(origin.client(), input, output, invoked, returned)
          : Operation.pending(origin.client(), input, invoked);
    }
  }

  /** Answers so far. */
  public int answers() {
    return answers;
  }

  /** Records a call; returns its number for {@link #returned}. */
  int invoked(Origin origin, Command command) {
    calls.add(new Call(origin, command, clock++));
    return calls.size() - 1;
  }

  Call returned(int number, Answer answer) {
    Call call = calls.get(number);
    call.answered(answer, clock++);
    answers++;
    return call;
  }

  /**
   * Checks the whole history, after the last execution. The outcome of unanswered calls is known
   * then: an executed one counts as answered now, and any other never will be.
   */
  public void check(Executions executed) {
    KeyedHistory<Integer, RegisterModel.Input, Long> registers = new KeyedHistory<>();
    KeyedHistory<Integer, Long, Long> counters = new KeyedHistory<>();
    for (Call call : calls) {
      Answer late = executed.answer(call.origin.session(), call.origin.sequence());
      if (!call.isAnswered() && late == null) {
        continue;
      }
      if (!call.isAnswered()) {
        call.answered(late, clock);
      }
      int key = call.command.key();
      if (call.command.isOfCounter()) {
        counters.add(key, call.operation(call.command.value()));
      } else {
        registers.add(key, call.operation(input(call.command)));
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

  private static RegisterModel.Input input(Command command) {
    return switch (command.kind()) {
      case WRITE -> new RegisterModel.Write(command.value());
      case COMPARE_AND_SET -> new RegisterModel.CompareAndSet(command.expected(), command.value());
      default -> new RegisterModel.Read();
    };
  }
}

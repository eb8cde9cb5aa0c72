package io.synod.examples.demo;

import io.synod.simulation.linearizability.KeyedHistory;
import io.synod.simulation.linearizability.Operation;
import io.synod.simulation.linearizability.RegisterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What clients have asked of registers and been answered, on one clock of calls and returns.
 * Thread-safe.
 */
final class RegisterHistory {
  private final List<Call> calls = new ArrayList<>();
  private long clock;
  private long answers;
  private long unknown;

  /** A call whose end is not known yet. */
  static final class Call {
    private final int client;
    private final int key;
    private final RegisterModel.Input input;
    private final long invoked;
    private long returned = Operation.PENDING;
    private long output;
    private boolean refused;

    private Call(int client, int key, RegisterModel.Input input, long invoked) {
      this.client = client;
      this.key = key;
      this.input = input;
      this.invoked = invoked;
    }

    private Operation<RegisterModel.Input, Long> operation() {
      return returned == Operation.PENDING
          ? Operation.pending(client, input, invoked)
          : new Operation<>(client, input, output, invoked, returned);
    }
  }

  /** Before the request is sent. */
  synchronized Call invoked(int client, int key, RegisterModel.Input input) {
    Call call = new Call(client, key, input, clock++);
    calls.add(call);
    return call;
  }

  /** After the answer has come. */
  synchronized void returned(Call call, long output) {
    call.output = output;
    call.returned = clock++;
    answers++;
    notifyAll();
  }

  /** It was surely not executed, and never will be. */
  synchronized void refused(Call call) {
    call.refused = true;
  }

  /** It was executed, or will be, or never will be. */
  synchronized void unknown(Call call) {
    unknown++;
  }

  synchronized long answers() {
    return answers;
  }

  synchronized long unknown() {
    return unknown;
  }

  /** Waits until so many more answers have come; returns false if they have not in time. */
  synchronized boolean awaitAnswers(long more, long millisMax) throws InterruptedException {
    long goal = answers + more;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax);
    while (answers < goal) {
      long restNanos = deadline - System.nanoTime();
      if (restNanos <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, restNanos);
    }
    return true;
  }

  /** The first register whose history is not linearizable, or cannot be decided; null if none. */
  synchronized KeyedHistory.Violation<Integer, RegisterModel.Input, Long> check() {
    KeyedHistory<Integer, RegisterModel.Input, Long> history = new KeyedHistory<>();
    for (Call call : calls) {
      if (!call.refused) {
        history.add(call.key, call.operation());
      }
    }
    return history.check(new RegisterModel());
  }
}

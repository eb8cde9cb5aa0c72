package io.synod.chaos.register;

import io.synod.linearizability.KeyedHistory.Violation;
import io.synod.linearizability.Operation;
import io.synod.linearizability.RegisterModel;
import io.synod.linearizability.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * What clients have asked of registers and been answered, on one clock of calls and returns. A few
 * registers are changed at a time; each is left for a new one before its history grows too long, or
 * too much of it unknown, to be checked quickly. Of those that were left, a thousand are still read
 * now and then; one that is pushed out, at random, is checked and forgotten. So the memory does not
 * grow with the time. Thread-safe.
 */
public final class Registers {
  private static final int CALLS_MAX = 300;
  private static final int UNKNOWN_MAX = 4;
  private static final int KEPT_MAX = 1000;

  private final Runnable onAnswer;
  private final Register[] live;
  private final List<Register> kept = new ArrayList<>();
  private final ArrayDeque<Register> leaving = new ArrayDeque<>();
  private final Random random;
  private int count;
  private int checked;
  private long clock;
  private long answers;
  private long unknown;

  /**
   * @param liveCount how many are changed at a time
   * @param seed of what is pushed out
   * @param onAnswer called at every answer, on the thread of the client that has got it
   */
  public Registers(int liveCount, long seed, Runnable onAnswer) {
    this.onAnswer = onAnswer;
    random = new Random(seed);
    live = new Register[liveCount];
    for (int place = 0; place < liveCount; place++) {
      live[place] = new Register(count++);
    }
  }

  /** Before the request is sent, to one of the few registers. */
  synchronized Call invoked(int client, RegisterModel.Input input, Random choice) {
    int place = choice.nextInt(live.length);
    if (live[place].calls() >= CALLS_MAX || live[place].unknownCalls() >= UNKNOWN_MAX) {
      leave(place);
    }
    return invoked(client, live[place], input);
  }

  /** Before one of those is read that have been left, or may be soon. */
  synchronized Call invokedOnOlder(int client, Random choice) {
    int index = choice.nextInt(kept.size() + live.length);
    return invoked(client, notForgotten(index), new RegisterModel.Read());
  }

  /**
   * Before a register is read that is not forgotten; null if there are no more than {@code index}.
   */
  synchronized Call invokedOnEach(int client, int index) {
    if (index >= kept.size() + live.length) {
      return null;
    }
    return invoked(client, notForgotten(index), new RegisterModel.Read());
  }

  private Register notForgotten(int index) {
    return index < kept.size() ? kept.get(index) : live[index - kept.size()];
  }

  private Call invoked(int client, Register register, RegisterModel.Input input) {
    Call call = new Call(client, register, input, clock++);
    register.add(call);
    return call;
  }

  private void leave(int place) {
    kept.add(live[place]);
    live[place] = new Register(count++);
    if (kept.size() > KEPT_MAX) {
      int index = random.nextInt(kept.size());
      leaving.add(kept.get(index));
      kept.set(index, kept.get(kept.size() - 1));
      kept.remove(kept.size() - 1);
    }
  }

  /** After the answer has come. */
  void returned(Call call, long output) {
    synchronized (this) {
      call.returned(output, clock++);
      call.register.ended();
      answers++;
      notifyAll();
    }
    onAnswer.run();
  }

  /** It was surely not executed, and never will be. */
  synchronized void refused(Call call) {
    call.refused();
    call.register.ended();
  }

  /** It was executed, or will be, or never will be. */
  synchronized void unknown(Call call) {
    call.register.ended();
    call.register.unknown();
    unknown++;
  }

  public synchronized long answers() {
    return answers;
  }

  public synchronized long unknown() {
    return unknown;
  }

  /** Registers so far. */
  public synchronized int count() {
    return count;
  }

  /** Registers whose history was found linearizable and forgotten. */
  public synchronized int checked() {
    return checked;
  }

  /** Waits until so many more answers have come; returns false if they have not in time. */
  public synchronized boolean awaitAnswers(long more, long millisMax) throws InterruptedException {
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

  /**
   * Checks the registers that were pushed out meanwhile; to be called now and then, by one thread.
   *
   * @return the first that is not linearizable or cannot be decided, null if none
   */
  public Violation<Integer, RegisterModel.Input, Long> checkLeaving() {
    for (Register next = nextLeaving(); next != null; next = nextLeaving()) {
      Violation<Integer, RegisterModel.Input, Long> violation = check(next);
      if (violation != null) {
        return violation;
      }
    }
    return null;
  }

  /** The same for all, once the clients have stopped. */
  public Violation<Integer, RegisterModel.Input, Long> checkAll() {
    Violation<Integer, RegisterModel.Input, Long> violation = checkLeaving();
    for (Register register : remaining()) {
      violation = violation == null ? check(register) : violation;
    }
    return violation;
  }

  private synchronized Register nextLeaving() {
    for (int left = leaving.size(); left > 0; left--) {
      Register register = leaving.poll();
      if (register.isQuiet()) {
        return register;
      }
      leaving.add(register);
    }
    return null;
  }

  private synchronized List<Register> remaining() {
    List<Register> all = new ArrayList<>(leaving);
    all.addAll(kept);
    all.addAll(List.of(live));
    return all;
  }

  private Violation<Integer, RegisterModel.Input, Long> check(Register register) {
    Verdict<RegisterModel.Input, Long> verdict = Register.check(operations(register));
    if (!verdict.isLinearizable()) {
      return new Violation<>(register.key, verdict);
    }
    synchronized (this) {
      checked++;
    }
    return null;
  }

  private synchronized List<Operation<RegisterModel.Input, Long>> operations(Register register) {
    return register.operations();
  }
}

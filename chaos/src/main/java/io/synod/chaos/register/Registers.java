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
 * The history of calls and answers of registers, on one clock. Clients change a few registers at a
 * time. They leave a register for a new one before its history becomes too long, or too uncertain,
 * to be checked quickly. Up to a thousand of the left registers are still read now and then. Beyond
 * that, a random one is checked and forgotten. So the memory does not grow with time. Thread-safe.
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
   * @param liveCount how many registers clients change at a time
   * @param seed of the choice of registers to forget
   * @param onAnswer called at every answer, on the thread of the client that received it
   */
  public Registers(int liveCount, long seed, Runnable onAnswer) {
    this.onAnswer = onAnswer;
    random = new Random(seed);
    live = new Register[liveCount];
    for (int place = 0; place < liveCount; place++) {
      live[place] = new Register(count++);
    }
  }

  /** Records a call to one of the live registers, before the request is sent. */
  synchronized Call invoked(int client, RegisterModel.Input input, Random choice) {
    int place = choice.nextInt(live.length);
    if (live[place].calls() >= CALLS_MAX || live[place].unknownCalls() >= UNKNOWN_MAX) {
      leave(place);
    }
    return invoked(client, live[place], input);
  }

  /**
   * Records a read of a register that clients have left or may leave soon, before the request
   * leaves the client.
   */
  synchronized Call invokedOnOlder(int client, Random choice) {
    int index = choice.nextInt(kept.size() + live.length);
    return invoked(client, notForgotten(index), new RegisterModel.Read());
  }

  /**
   * Records a read of the register with this index among those that are not forgotten; null if
   * there are no more than {@code index}.
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

  /** Records the answer of a call. */
  void returned(Call call, long output) {
    synchronized (this) {
      call.returned(output, clock++);
      call.register.ended();
      answers++;
      notifyAll();
    }
    onAnswer.run();
  }

  /** Records that the request was not executed and never will be. */
  synchronized void refused(Call call) {
    call.refused();
    call.register.ended();
  }

  /** Records that the request may or may not be executed. */
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

  /** The number of registers so far. */
  public synchronized int count() {
    return count;
  }

  /** The number of registers whose history was found linearizable and then forgotten. */
  public synchronized int checked() {
    return checked;
  }

  /** Waits until {@code more} further answers have arrived; returns false after the timeout. */
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
   * Checks the registers that were pushed out since the last call. One thread calls it now and
   * then, during the run.
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

  /** Checks all registers, after the clients have stopped. */
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

package io.synod.simulation.host;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The threads of all processes of one simulation, which run one at a time. */
public final class Threads {
  private final Scheduler scheduler;
  private final long delayNanosMax;
  private final Consumer<Throwable> onFailure;
  private final Running running = new Running();
  private final List<SimulatedHost> processes = new ArrayList<>();

  /** The running thread. */
  static final class Running {
    private final Carriers carriers = new Carriers();
    private SimulatedThread thread;

    Carriers carriers() {
      return carriers;
    }

    SimulatedThread thread() {
      return thread;
    }

    void set(SimulatedThread now) {
      thread = now;
    }
  }

  /**
   * @param delayNanosMax until a woken thread runs, and between two of its tasks
   * @param onFailure receives uncaught exceptions of threads
   */
  public Threads(Scheduler scheduler, long delayNanosMax, Consumer<Throwable> onFailure) {
    this.scheduler = scheduler;
    this.delayNanosMax = delayNanosMax;
    this.onFailure = onFailure;
  }

  /**
   * Starts a process.
   *
   * @param random of the times at which its threads run
   */
  public SimulatedHost process(SkewedClock clock, SplittableRandom random) {
    return process(clock, random, null);
  }

  /**
   * Starts a process whose threads need time for their work.
   *
   * @param random of the times at which its threads run
   * @param processors that its threads share; null if their work takes no time
   */
  public SimulatedHost process(SkewedClock clock, SplittableRandom random, Processors processors) {
    SimulatedHost process =
        new SimulatedHost(scheduler, running, clock, random, delayNanosMax, processors, onFailure);
    processes.add(process);
    process.onEnd(() -> processes.remove(process));
    return process;
  }

  /**
   * Takes steps until one reports that it was the last, or throws; then kills all processes. Blocks
   * the caller.
   *
   * @param step takes the next event; false after the last one
   */
  public void run(BooleanSupplier step) {
    running.carriers().run(step, this::end);
  }

  private void end() {
    List.copyOf(processes).stream().filter(SimulatedHost::isAlive).forEach(SimulatedHost::kill);
  }
}

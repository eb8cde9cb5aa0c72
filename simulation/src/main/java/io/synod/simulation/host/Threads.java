package io.synod.simulation.host;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The threads of all processes of one simulation, which run one after the other. */
public final class Threads {
  private final Scheduler scheduler;
  private final long delayNanosMax;
  private final Consumer<Throwable> onFailure;
  private final Running running = new Running();
  private final List<SimulatedHost> processes = new ArrayList<>();

  /** Which of them runs. */
  static final class Running {
    private SimulatedThread thread;

    SimulatedThread thread() {
      return thread;
    }

    void set(SimulatedThread now) {
      thread = now;
    }
  }

  /**
   * @param delayNanosMax until a thread that was woken runs, and between two of its tasks
   * @param onFailure receives what a thread has thrown and nothing has caught
   */
  public Threads(Scheduler scheduler, long delayNanosMax, Consumer<Throwable> onFailure) {
    this.scheduler = scheduler;
    this.delayNanosMax = delayNanosMax;
    this.onFailure = onFailure;
  }

  /**
   * A process begins.
   *
   * @param random of the moments at which its threads run
   */
  public SimulatedHost process(SkewedClock clock, SplittableRandom random) {
    SimulatedHost process =
        new SimulatedHost(scheduler, running, clock, random, delayNanosMax, onFailure);
    processes.add(process);
    process.onEnd(() -> processes.remove(process));
    return process;
  }

  /** The simulation is over: all processes are killed. */
  public void end() {
    List.copyOf(processes).stream().filter(SimulatedHost::isAlive).forEach(SimulatedHost::kill);
  }
}

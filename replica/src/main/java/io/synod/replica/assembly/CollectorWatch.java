package io.synod.replica.assembly;

import io.synod.network.transport.RepeatedTask;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures each second how much of the time the garbage collector takes. A replica that mostly
 * waits for it answers late and misses heartbeats, and another should lead. Runs on a timer that it
 * is given.
 */
final class CollectorWatch implements AutoCloseable {
  private static final double PERCENT = 100;

  private final String who;
  private final Machine machine;
  private final CollectorShare share;
  private final Consumer<Boolean> onChange;
  private volatile int percent;
  private Future<?> ticks;

  /**
   * @param who is measured, for log lines
   * @param onChange whether the collector takes too much time; called on the timer's thread
   */
  CollectorWatch(String who, Machine machine, Consumer<Boolean> onChange) {
    this.who = who;
    this.machine = machine;
    share = new CollectorShare(machine.collectorMillis(), machine.nanoTime());
    this.onChange = onChange;
  }

  /** On a timer that has ended, because the replica has failed meanwhile, it measures nothing. */
  void start(ScheduledExecutorService timer) {
    RepeatedTask task =
        new RepeatedTask(
            who + ": measuring the garbage collector", machine::nanoTime, bug -> {}, this::tick);
    try {
      ticks = timer.scheduleAtFixedRate(task, 1, 1, TimeUnit.SECONDS);
    } catch (RejectedExecutionException ended) {
      // The replica has failed meanwhile, and its closed() says why.
      return;
    }
  }

  /** The collector's share of the last five seconds. Any thread. */
  int percent() {
    return percent;
  }

  private void tick() {
    boolean changed = share.sample(machine.collectorMillis(), machine.nanoTime());
    percent = (int) Math.round(PERCENT * share.share());
    if (changed) {
      onChange.accept(share.isBusy());
    }
  }

  /** Of this JVM's collectors. */
  static long pausedMillis() {
    return pausedMillis(ManagementFactory.getGarbageCollectorMXBeans());
  }

  static long pausedMillis(List<GarbageCollectorMXBean> collectors) {
    long sum = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      if (isPausing(collector.getName())) {
        // -1 where the JVM does not know it.
        sum += Math.max(0, collector.getCollectionTime());
      }
    }
    return sum;
  }

  /** Not what runs beside the threads of the replica, such as "ZGC Cycles". */
  static boolean isPausing(String collector) {
    return !collector.contains("Cycles") && !collector.contains("Concurrent");
  }

  @Override
  public void close() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }
}

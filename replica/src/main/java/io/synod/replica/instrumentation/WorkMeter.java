package io.synod.replica.instrumentation;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * CPU time of one replica's threads by {@link Activity}. A thread that serves one activity counts
 * as a whole; the time of an event loop, which serves several, is divided in proportion to its
 * samples.
 */
public final class WorkMeter {
  private static final int ACTIVITIES = Activity.values().length;
  private static final long LOAD_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final boolean on;
  private final CpuClock clock = new CpuClock();
  private final List<Metered> threads = new CopyOnWriteArrayList<>();
  private final FastThreadLocal<LoopShares> loops =
      new FastThreadLocal<>() {
        @Override
        protected LoopShares initialValue() {
          return meterLoop();
        }
      };

  // By activity; guarded by the lock.
  private final long[] nanos = new long[ACTIVITIES];

  // Guarded by the lock.
  private double machineLoad = Double.NaN;
  private long loadedNanos;

  /**
   * @param on whether anything is metered
   */
  public WorkMeter(boolean on) {
    this.on = on;
  }

  /** A thread, what it has used, and what it was known to be used for. */
  private static final class Metered {
    final Thread thread;
    final Activity only;
    final LoopShares shares;
    final long[] sampledBefore = new long[ACTIVITIES];
    long usedBefore;

    Metered(Thread thread, Activity only, LoopShares shares) {
      this.thread = thread;
      this.only = only;
      this.shares = shares;
    }
  }

  /** {@code thread} does nothing but {@code activity}. Any thread. */
  public void dedicate(Thread thread, Activity activity) {
    if (on) {
      threads.add(new Metered(thread, activity, null));
    }
  }

  /** What the calling event loop did since the last such call was {@code activity}. */
  public void ended(Activity activity) {
    if (on) {
      loops.get().ended(activity);
    }
  }

  /** CPU time since the start, by {@link Activity}'s ordinal. Any thread. */
  public synchronized long[] nanos() {
    for (Metered metered : threads) {
      long used = clock.of(metered.thread.getId());
      if (used > metered.usedBefore) {
        add(metered, used - metered.usedBefore);
        metered.usedBefore = used;
      }
    }
    return nanos.clone();
  }

  /** CPU time of each thread that was seen so far, by the thread's name. Any thread. */
  public Map<String, Long> threadNanos() {
    Map<String, Long> threadNanos = new HashMap<>();
    for (Metered metered : threads) {
      threadNanos.merge(
          metered.thread.getName(), Math.max(0, clock.of(metered.thread.getId())), Long::sum);
    }
    return threadNanos;
  }

  /**
   * The share of the machine's processors that was used lately: measured anew every five seconds,
   * as the JVM reads files of the system for it, which takes a millisecond or two. {@link
   * Double#NaN} if it is not known. Any thread.
   */
  public double machineLoad() {
    return machineLoad(System.nanoTime());
  }

  synchronized double machineLoad(long nowNanos) {
    if (on && (Double.isNaN(machineLoad) || nowNanos - loadedNanos >= LOAD_NANOS)) {
      machineLoad = clock.machine();
      loadedNanos = nowNanos;
    }
    return machineLoad;
  }

  /** CPU time of the whole JVM. Any thread. */
  public long processNanos() {
    return on ? clock.process() : 0;
  }

  /** Whether this JVM measures CPU time at all. */
  public boolean isSupported() {
    return clock.isSupported();
  }

  private LoopShares meterLoop() {
    Thread current = Thread.currentThread();
    LoopShares shares = new LoopShares(clock, (int) current.getId());
    threads.add(new Metered(current, Activity.OTHER, shares));
    return shares;
  }

  private void add(Metered metered, long used) {
    if (metered.shares == null) {
      nanos[metered.only.ordinal()] += used;
      return;
    }
    long[] sampled = new long[ACTIVITIES];
    long total = 0;
    for (Activity activity : Activity.values()) {
      int at = activity.ordinal();
      long now = metered.shares.sampled(activity);
      sampled[at] = now - metered.sampledBefore[at];
      metered.sampledBefore[at] = now;
      total += sampled[at];
    }
    if (total == 0) {
      // Too little work for a sample: it is counted for no activity.
      nanos[metered.only.ordinal()] += used;
      return;
    }
    for (int at = 0; at < ACTIVITIES; at++) {
      nanos[at] += Math.round((double) used * sampled[at] / total);
    }
  }
}

package io.synod.replica.instrumentation;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;

/** CPU time of threads and of the process, in nanoseconds, as the JVM reports it. Any thread. */
final class CpuClock {
  private static final int PROBES = 64;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();

  private final boolean supported =
      threads.isThreadCpuTimeSupported() && threads.isCurrentThreadCpuTimeSupported();

  // The difference of two readings in a row: the clock's own cost.
  private final long readingNanos;

  CpuClock() {
    if (supported && !threads.isThreadCpuTimeEnabled()) {
      threads.setThreadCpuTimeEnabled(true);
    }
    readingNanos = supported ? leastReading() : 0;
  }

  /** Whether this JVM measures CPU time; if not, every CPU time is 0. */
  boolean isSupported() {
    return supported;
  }

  /** Of the calling thread. A system call: some hundred nanoseconds. */
  long current() {
    return supported ? threads.getCurrentThreadCpuTime() : 0;
  }

  /** From {@code begin} until now on this thread, without what reading the clock costs. */
  long since(long begin) {
    return Math.max(0, current() - begin - readingNanos);
  }

  /** Of the thread with this identifier; -1 if it has ended. */
  long of(long threadId) {
    return supported ? threads.getThreadCpuTime(threadId) : 0;
  }

  /**
   * Of the whole JVM: compilers, collectors and other replicas included; 0 if the JVM does not
   * measure it.
   */
  long process() {
    return system instanceof com.sun.management.OperatingSystemMXBean bean
        ? Math.max(0, bean.getProcessCpuTime())
        : 0;
  }

  /**
   * The share of the machine's processors that was used since the last call, by all processes;
   * {@link Double#NaN} if the JVM does not measure it.
   */
  double machine() {
    double load =
        system instanceof com.sun.management.OperatingSystemMXBean bean ? bean.getCpuLoad() : -1;
    return load < 0 ? Double.NaN : load;
  }

  private long leastReading() {
    long least = Long.MAX_VALUE;
    for (int probe = 0; probe < PROBES; probe++) {
      long begin = threads.getCurrentThreadCpuTime();
      least = Math.min(least, threads.getCurrentThreadCpuTime() - begin);
    }
    return Math.max(0, least);
  }
}

package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class WorkMeterTest {
  private static final double DIFFERENCE_MAX = 0.1;
  private static final int ROUNDS_MAX = 8;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final WorkMeter meter = new WorkMeter(true);

  // Of the loop's thread.
  private long clientNanos;
  private long serviceNanos;

  private volatile long result;

  /** Were pieces counted and not their time, it would be a half and not three quarters. */
  @Test
  void a_loop_is_divided_as_its_work_was() throws Exception {
    Thread loop = new Thread(this::workUntilDividedWell);
    loop.start();
    loop.join();

    assertThat(difference()).isCloseTo(0, within(DIFFERENCE_MAX));
    assertThat(meter.nanos()[Activity.PROTOCOL.ordinal()]).isZero();
  }

  /** Beside other work there are fewer samples, so it needs more rounds. */
  private void workUntilDividedWell() {
    meter.ended(Activity.OTHER);
    for (int round = 0; round < ROUNDS_MAX; round++) {
      // Of its own time, however busy the machine is: some hundred samples.
      long end = threads.getCurrentThreadCpuTime() + 2_000_000_000L;
      while (threads.getCurrentThreadCpuTime() < end) {
        clientNanos += timed(30_000, Activity.CLIENT_IO);
        serviceNanos += timed(10_000, Activity.SERVICE);
      }
      if (Math.abs(difference()) < DIFFERENCE_MAX) {
        return;
      }
    }
  }

  /** Between the client's share as it is metered and as it was. */
  private double difference() {
    long[] nanos = meter.nanos();
    double client = nanos[Activity.CLIENT_IO.ordinal()];
    double service = nanos[Activity.SERVICE.ordinal()];
    return client / (client + service) - (double) clientNanos / (clientNanos + serviceNanos);
  }

  @Test
  void a_thread_with_one_purpose_counts_as_a_whole() throws Exception {
    Thread journal =
        new Thread(
            () -> {
              work(1_000_000);
              // While it lives: the JVM reports nothing of threads that are gone.
              meter.nanos();
            });
    meter.dedicate(journal, Activity.JOURNAL);
    journal.start();
    journal.join();
    assertThat(meter.nanos()[Activity.JOURNAL.ordinal()]).isPositive();
  }

  @Test
  void a_switched_off_meter_counts_nothing() {
    WorkMeter off = new WorkMeter(false);
    off.dedicate(Thread.currentThread(), Activity.BATCHER);
    off.ended(Activity.BATCHER);
    work(100_000);
    assertThat(off.nanos()).containsOnly(0);
  }

  @Test
  void the_load_of_the_machine_is_not_measured_for_each_sample() {
    double load = meter.machineLoad(0);
    work(20_000_000);
    assertThat(meter.machineLoad(4_999_999_999L)).isEqualTo(load);
  }

  /** Works, reports to the meter, and returns the CPU time that it took. */
  private long timed(int rounds, Activity activity) {
    long begin = threads.getCurrentThreadCpuTime();
    work(rounds);
    long nanos = threads.getCurrentThreadCpuTime() - begin;
    meter.ended(activity);
    return nanos;
  }

  private void work(int rounds) {
    long sum = result;
    for (int round = 0; round < rounds; round++) {
      sum = sum * 31 + round;
    }
    result = sum;
  }
}

package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class WorkMeterTest {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final WorkMeter meter = new WorkMeter(true);

  private volatile long result;

  @Test
  void a_loop_is_divided_as_its_work_was() throws Exception {
    long[] used = new long[2];
    Thread loop =
        new Thread(
            () -> {
              meter.ended(Activity.OTHER);
              // Of its own time, however busy the machine is: some hundred samples.
              long end = threads.getCurrentThreadCpuTime() + 2_000_000_000L;
              while (threads.getCurrentThreadCpuTime() < end) {
                used[0] += timed(30_000, Activity.CLIENT_IO);
                used[1] += timed(10_000, Activity.SERVICE);
              }
              meter.nanos();
            });
    loop.start();
    loop.join();

    long[] nanos = meter.nanos();
    double share = (double) used[0] / (used[0] + used[1]);
    double client = nanos[Activity.CLIENT_IO.ordinal()];
    // Were pieces counted and not their time, it would be a half and not three quarters. Beside
    // other
    // work the samples are fewer and were 0.101 off.
    assertThat(client / (client + nanos[Activity.SERVICE.ordinal()]))
        .isCloseTo(share, within(0.15));
    assertThat(nanos[Activity.PROTOCOL.ordinal()]).isZero();
  }

  @Test
  void a_thread_with_one_purpose_counts_as_a_whole() throws Exception {
    Thread journal =
        new Thread(
            () -> {
              work(1_000_000);
              // While it lives: the JVM tells nothing of threads that are gone.
              meter.nanos();
            });
    meter.dedicate(journal, Activity.JOURNAL);
    journal.start();
    journal.join();
    assertThat(meter.nanos()[Activity.JOURNAL.ordinal()]).isPositive();
  }

  @Test
  void what_is_switched_off_meters_nothing() {
    WorkMeter off = new WorkMeter(false);
    off.dedicate(Thread.currentThread(), Activity.BATCHER);
    off.ended(Activity.BATCHER);
    work(100_000);
    assertThat(off.nanos()).containsOnly(0);
  }

  /** Works, tells the meter, and returns the CPU time that it took. */
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

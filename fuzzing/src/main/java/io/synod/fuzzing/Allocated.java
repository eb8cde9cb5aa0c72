package io.synod.fuzzing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread has allocated on the heap so far. */
final class Allocated {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  long bytes() {
    return threads.getCurrentThreadAllocatedBytes();
  }
}

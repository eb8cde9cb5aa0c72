package io.synod.replica.config;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory that a JVM may take.
 *
 * @param heapBytes of objects: {@code -Xmx}
 * @param directBytes of buffers outside the heap: {@code -XX:MaxDirectMemorySize}, or as much again
 */
public record JvmMemory(long heapBytes, long directBytes) {

  /** Of the JVM that runs this. */
  public static JvmMemory ofThisJvm() {
    long heap = Runtime.getRuntime().maxMemory();
    return new JvmMemory(heap, directBytes(heap));
  }

  private static long directBytes(long heapBytes) {
    HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    // 0 stands for as much as the heap. A JVM of another maker has no such bean.
    long given = vm == null ? 0 : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
    return given == 0 ? heapBytes : given;
  }
}

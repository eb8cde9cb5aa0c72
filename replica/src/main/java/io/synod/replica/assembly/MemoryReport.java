package io.synod.replica.assembly;

import io.synod.network.ingress.ClientIngress;
import io.synod.replica.config.MemoryPlan;
import java.util.Locale;
import org.slf4j.Logger;

/** Reports the memory that the settings let a replica or a learner use, in its log and status. */
final class MemoryReport {
  private MemoryReport() {}

  /**
   * @param who writes the line: "replica 2" or "learner"
   */
  static void log(Logger log, String who, MemoryPlan plan) {
    if (plan.fits()) {
      log.info("{}: its settings let it use {}, without its service", who, plan.text());
    } else {
      log.warn(
          "{}: its settings let it use {}, without its service, which is more than the JVM"
              + " has: under heavy or hostile load it may run out of memory; give the JVM more"
              + " (-Xmx, -XX:MaxDirectMemorySize)",
          who,
          plan.text());
    }
  }

  /** A JSON object. */
  static String json(MemoryPlan plan, ClientIngress ingress) {
    return String.format(
        Locale.ROOT,
        """
        {"plannedHeapBytes":%d,"plannedDirectBytes":%d,"heapBytesMax":%d,"directBytesMax":%d,\
        "repliesWaiting":%d,"unfinishedFrames":%d}""",
        plan.heapBytesWithService(),
        plan.directBytes(),
        plan.memory().heapBytes(),
        plan.memory().directBytes(),
        ingress.repliesBytes(),
        ingress.unfinishedBytes());
  }
}

package io.synod.replica.assembly;

import io.synod.network.ingress.ClientIngress;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.instrumentation.JsonFields;
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

  static JsonFields json(MemoryPlan plan, ClientIngress ingress) {
    return new JsonFields()
        .put("plannedHeapBytes", plan.heapBytesWithService())
        .put("plannedDirectBytes", plan.directBytes())
        .put("heapBytesMax", plan.memory().heapBytes())
        .put("directBytesMax", plan.memory().directBytes())
        .put("repliesWaiting", ingress.repliesBytes())
        .put("unfinishedFrames", ingress.unfinishedBytes());
  }
}

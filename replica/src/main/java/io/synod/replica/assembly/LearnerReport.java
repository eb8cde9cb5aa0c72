package io.synod.replica.assembly;

import io.synod.core.cluster.View;
import io.synod.network.wire.Leadership;
import io.synod.replica.instrumentation.JsonFields;
import io.synod.replica.stage.FollowStage;
import io.synod.storage.directory.DirectoryIdentity;

/** The status of a learner, as one JSON object. */
final class LearnerReport {
  private LearnerReport() {}

  static String json(LearnerAssembly learner) {
    FollowStage follow = learner.follow();
    Leadership leadership = follow.leadership();
    String view = leadership.view().equals(View.NONE) ? "0" : leadership.view().toString();
    return new JsonFields()
        .put("cluster", learner.config().cluster().name())
        .put("role", "learner")
        .put("source", follow.source())
        .put("view", view)
        .put("leader", leadership.leader())
        .put("decided", follow.decided())
        .put("executed", learner.service().executed())
        .put("halted", StatusReport.halted(learner.service().halt()))
        .put("version", StatusReport.version(learner.service().version()))
        .put("build", Builds.put(learner.levels(), new JsonFields()))
        .put(
            "storage",
            new JsonFields()
                .put(
                    "durability", learner.storage().isKept() ? DirectoryIdentity.LEARNER : "memory")
                .put("snapshotEnd", follow.snapshotEnd())
                .put("snapshotsTaken", learner.snapshotsTaken()))
        .put("memory", MemoryReport.json(learner.memory(), learner.ingress()))
        .put(
            "connections",
            new JsonFields().put("clients", learner.ingress().counters().connections()))
        .put("busy", learner.ingress().counters().busy())
        .put("serviceExceptions", learner.serviceExceptions())
        .toString();
  }
}

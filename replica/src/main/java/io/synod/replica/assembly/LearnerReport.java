package io.synod.replica.assembly;

import io.synod.core.cluster.View;
import io.synod.core.version.ClusterVersion;
import io.synod.network.wire.Leadership;
import io.synod.replica.stage.FollowStage;
import io.synod.storage.directory.DirectoryIdentity;
import java.util.Locale;

/** The status of a learner, as one JSON object. */
final class LearnerReport {
  private LearnerReport() {}

  static String json(LearnerAssembly learner) {
    FollowStage follow = learner.follow();
    Leadership leadership = follow.leadership();
    String view = leadership.view().equals(View.NONE) ? "0" : leadership.view().toString();
    ClusterVersion version = learner.service().version();
    // A cluster's name holds nothing that JSON escapes; an address neither.
    return String.format(
        Locale.ROOT,
        """
        {"cluster":"%s","role":"learner","source":"%s","view":"%s","leader":%d,"decided":%d,\
        "executed":%d,"halted":%s,"version":{"level":%d,"service":%d},"build":{%s},"storage":{"durability":"%s","snapshotEnd":%d,"snapshotsTaken":%d},\
        "memory":%s,"connections":{"clients":%d},"busy":%d,"serviceExceptions":%d}""",
        learner.config().cluster().name(),
        follow.source(),
        view,
        leadership.leader(),
        follow.decided(),
        learner.service().executed(),
        StatusReport.halted(learner.service().halt()),
        version.level(),
        version.service(),
        Builds.fields(learner.levels()),
        learner.storage().isKept() ? DirectoryIdentity.LEARNER : "memory",
        follow.snapshotEnd(),
        learner.snapshotsTaken(),
        MemoryReport.json(learner.memory(), learner.ingress()),
        learner.ingress().counters().connections(),
        learner.ingress().counters().busy(),
        learner.serviceExceptions());
  }
}

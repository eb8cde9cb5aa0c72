package io.synod.benchmarks.sweep;

import io.synod.replica.config.ThreadLayout;
import java.util.List;

/** How the replicas of a cluster are started. */
public record ReplicaKind(ThreadLayout layout, List<String> jvmOptions) {

  public ReplicaKind {
    jvmOptions = List.copyOf(jvmOptions);
  }
}

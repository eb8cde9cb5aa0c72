package io.synod.examples.demo;

import io.synod.examples.kv.KvMain;
import io.synod.examples.process.ProcessCluster;
import io.synod.examples.process.Program;
import java.io.IOException;
import java.util.List;

/** Clusters of the key-value service; the further port of a replica is where it speaks Redis. */
final class KvReplicas {
  private static final Program PROGRAM =
      new Program(
          KvMain.class,
          List.of("-Xmx1g", "-XX:+ExitOnOutOfMemoryError"),
          port -> List.of(Integer.toString(port)));

  private KvReplicas() {}

  /** As {@link ProcessCluster#create}. */
  static ProcessCluster create(int replicas, String... settings) throws IOException {
    return ProcessCluster.create(PROGRAM, replicas, settings);
  }
}

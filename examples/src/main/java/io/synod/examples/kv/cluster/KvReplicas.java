package io.synod.examples.kv.cluster;

import io.synod.examples.kv.KvMain;
import io.synod.examples.process.PeerWiring;
import io.synod.examples.process.ProcessCluster;
import io.synod.process.Program;
import java.io.IOException;
import java.util.List;

/** Clusters of the key-value service; a replica's further port is its Redis port. */
public final class KvReplicas {
  private static final Program LASTING = program("-Xmx1g", "-XX:+ExitOnOutOfMemoryError");
  private static final Program QUICK =
      program(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+ExitOnOutOfMemoryError",
          "-Dsynod.log=info");

  private KvReplicas() {}

  /** As {@link ProcessCluster#create}. */
  public static ProcessCluster create(int replicas, String... settings) throws IOException {
    return ProcessCluster.create(LASTING, replicas, settings);
  }

  /** Replicas with a JVM that starts quickly but runs slower, and with verbose logs. */
  public static ProcessCluster quick(int replicas, String... settings) throws IOException {
    return quick(replicas, 0, PeerWiring.DIRECT, settings);
  }

  /** As above, with standbys, connected by {@code wiring}. */
  public static ProcessCluster quick(int members, int spares, PeerWiring wiring, String... settings)
      throws IOException {
    return ProcessCluster.create(QUICK, members, spares, wiring, settings);
  }

  private static Program program(String... javaOptions) {
    return new Program(KvMain.class, List.of(javaOptions), false);
  }
}

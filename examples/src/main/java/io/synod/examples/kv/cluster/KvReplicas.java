package io.synod.examples.kv.cluster;

import io.synod.examples.kv.KvMain;
import io.synod.examples.process.PeerWiring;
import io.synod.examples.process.ProcessCluster;
import io.synod.process.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

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

  /**
   * Replicas with a JVM that starts quickly but runs slower, with verbose logs and short journal
   * files: of the default length, the first two are most of what a start writes.
   */
  public static ProcessCluster quick(int replicas, String... settings) throws IOException {
    return quick(replicas, 0, PeerWiring.DIRECT, settings);
  }

  /** As above, with standbys, connected by {@code wiring}. */
  public static ProcessCluster quick(int members, int spares, PeerWiring wiring, String... settings)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("journal.segment-bytes = 1MiB"));
    all.addAll(List.of(settings));
    return ProcessCluster.create(QUICK, members, spares, wiring, all.toArray(String[]::new));
  }

  /**
   * What a replica of {@link #quick} runs, of another build.
   *
   * @param jars directory of all its jars, such as the one that scripts/build makes
   * @throws IllegalArgumentException if there are none of Synod's
   */
  public static Program quickOf(Path jars) {
    String[] names = jars.toFile().list((folder, name) -> name.endsWith(".jar"));
    if (names == null || Arrays.stream(names).noneMatch(one -> one.startsWith("synod-examples"))) {
      throw new IllegalArgumentException(
          jars + " has no jar of synod-examples: name the directory of the jars of a build");
    }
    return QUICK.of(
        Arrays.stream(names)
            .sorted()
            .map(one -> jars.resolve(one).toString())
            .collect(Collectors.joining(File.pathSeparator)));
  }

  private static Program program(String... javaOptions) {
    return new Program(KvMain.class, List.of(javaOptions), false);
  }
}

package io.synod.examples.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The signs of progress of a replica process.
 *
 * @param isAlive whether the process runs
 * @param report null while it does not answer
 * @param logBytes length of its standard output and error
 * @param cpu its CPU time until its first answer; zero from then on, because a waiting replica uses
 *     CPU, too
 */
record ReplicaSigns(int id, boolean isAlive, ReplicaReport report, long logBytes, Duration cpu) {

  static ReplicaSigns of(ProcessCluster cluster, int id) throws IOException, InterruptedException {
    boolean alive = cluster.isAlive(id);
    ReplicaReport report = alive ? cluster.report(id) : null;
    Path log = cluster.log(id);
    Duration cpu =
        alive && report == null
            ? Duration.ofNanos(cluster.process(id).usage().cpuNanos())
            : Duration.ZERO;
    return new ReplicaSigns(id, alive, report, Files.exists(log) ? Files.size(log) : 0, cpu);
  }

  static String sentence(List<ReplicaSigns> signs) {
    return signs.stream().map(ReplicaSigns::words).collect(Collectors.joining(", "));
  }

  private String words() {
    if (!isAlive) {
      return "replica %d does not run".formatted(id);
    }
    if (report == null) {
      return "replica %d does not answer yet and has used the processor for %d ms"
          .formatted(id, cpu.toMillis());
    }
    return "replica %d is a %s in view %d".formatted(id, report.role(), report.round());
  }
}

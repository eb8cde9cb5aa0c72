package io.synod.benchmarks.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A control group for each process, all below one that is named after this process. */
final class CgroupLimit implements CpuLimit {
  static final String FOLDER_PREFIX = "synod-bench-";
  private static final Path MEMBERSHIPS = Path.of("/proc/self/cgroup");
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final int REMOVAL_TRIES = 100;
  private static final long REMOVAL_NANOS = 10_000_000;

  private final CgroupVersion version;
  private final Path parent;
  private final Path folder;
  private final List<Long> moved = new ArrayList<>();

  private CgroupLimit(CgroupVersion version, Path parent) {
    this.version = version;
    this.parent = parent;
    long own = ProcessHandle.current().pid();
    folder = parent.resolve(FOLDER_PREFIX + own + "-" + MADE.incrementAndGet());
  }

  static CpuLimit version1(List<Long> pids, CpuShare share) throws IOException {
    return on(CgroupVersion.V1, pids, share);
  }

  static CpuLimit version2(List<Long> pids, CpuShare share) throws IOException {
    return on(CgroupVersion.V2, pids, share);
  }

  private static CpuLimit on(CgroupVersion version, List<Long> pids, CpuShare share)
      throws IOException {
    IOException refusal = new IOException("there are no " + version.means().text());
    for (Path parent : version.parents(Files.readAllLines(MEMBERSHIPS))) {
      removeOrphans(parent);
      CgroupLimit limit = new CgroupLimit(version, parent);
      try {
        limit.put(pids, share);
        return limit;
      } catch (IOException refused) {
        limit.close();
        refusal = refused;
      }
    }
    throw refusal;
  }

  /** Removes the groups of a killed benchmark. */
  private static void removeOrphans(Path parent) throws IOException {
    try (Stream<Path> groups = Files.list(parent)) {
      for (Path group : groups.toList()) {
        String name = group.getFileName().toString();
        if (name.startsWith(FOLDER_PREFIX)) {
          long owner = Long.parseLong(name.substring(FOLDER_PREFIX.length()).split("-")[0]);
          if (ProcessHandle.of(owner).isEmpty()) {
            removeBelow(group, 1);
          }
        }
      }
    }
  }

  private void put(List<Long> pids, CpuShare share) throws IOException {
    version.setUp(parent);
    Files.createDirectory(folder);
    version.setUp(folder);
    for (long pid : pids) {
      Path group = Files.createDirectory(folder.resolve(String.valueOf(pid)));
      version.limit(group, share);
      CgroupVersion.join(group, pid);
      moved.add(pid);
    }
  }

  @Override
  public CpuMeans means() {
    return version.means();
  }

  @Override
  public void close() {
    for (long pid : moved) {
      try {
        CgroupVersion.join(parent, pid);
      } catch (IOException ended) {
        // There is no process left to release.
      }
    }
    moved.clear();
    if (Files.isDirectory(folder) && !removeBelow(folder, REMOVAL_TRIES)) {
      System.err.println("cannot remove the control groups in " + folder);
    }
  }

  /** A group can be removed once its last process has been reaped, shortly after its end. */
  private static boolean removeBelow(Path folder, int tries) {
    for (int attempt = 0; attempt < tries; attempt++) {
      try (Stream<Path> below = Files.list(folder)) {
        for (Path group : below.filter(Files::isDirectory).toList()) {
          Files.delete(group);
        }
        Files.delete(folder);
        return true;
      } catch (IOException busy) {
        LockSupport.parkNanos(REMOVAL_NANOS);
      }
    }
    return false;
  }
}

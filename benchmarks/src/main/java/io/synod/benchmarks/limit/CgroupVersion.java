package io.synod.benchmarks.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The versions of Linux' control groups, with their paths and quota files. */
enum CgroupVersion {
  V1(CpuMeans.CGROUP_V1) {
    @Override
    List<Path> parents(List<String> memberships) {
      Path mount = Path.of("/sys/fs/cgroup/cpu");
      List<Path> parents = new ArrayList<>();
      for (String membership : memberships) {
        String[] fields = membership.split(":", 3);
        if (Arrays.asList(fields[1].split(",")).contains("cpu")) {
          parents.add(mount.resolve(fields[2].substring(1)));
        }
      }
      // In a container the path may be that of the host.
      parents.add(mount);
      return parents.stream().filter(Files::isDirectory).toList();
    }

    @Override
    void setUp(Path group) {
      // Each group has all controllers of its hierarchy.
    }

    @Override
    void limit(Path group, CpuShare share) throws IOException {
      write(group.resolve("cpu.cfs_period_us"), String.valueOf(share.periodMicros()));
      write(group.resolve("cpu.cfs_quota_us"), String.valueOf(share.quotaMicros()));
      writeIfThere(group.resolve("cpu.cfs_burst_us"), String.valueOf(share.quotaMicros()));
    }
  },

  V2(CpuMeans.CGROUP_V2) {
    @Override
    List<Path> parents(List<String> memberships) {
      Path mount = Path.of("/sys/fs/cgroup");
      List<Path> parents = new ArrayList<>();
      for (String membership : memberships) {
        if (membership.startsWith("0::/") && Files.exists(mount.resolve("cgroup.controllers"))) {
          Path own = mount.resolve(membership.substring("0::/".length()));
          // A group with processes cannot have limited groups below it, but one above it can.
          for (Path at = own; at.startsWith(mount); at = at.getParent()) {
            parents.add(at);
          }
        }
      }
      return parents.stream().filter(Files::isDirectory).toList();
    }

    @Override
    void setUp(Path group) throws IOException {
      Path control = group.resolve("cgroup.subtree_control");
      if (!Arrays.asList(Files.readString(control).strip().split(" ")).contains("cpu")) {
        write(control, "+cpu");
      }
    }

    @Override
    void limit(Path group, CpuShare share) throws IOException {
      write(group.resolve("cpu.max"), share.quotaMicros() + " " + share.periodMicros());
      writeIfThere(group.resolve("cpu.max.burst"), String.valueOf(share.quotaMicros()));
    }
  };

  private final CpuMeans means;

  CgroupVersion(CpuMeans means) {
    this.means = means;
  }

  CpuMeans means() {
    return means;
  }

  /**
   * Groups below which others can be created, the nearest first.
   *
   * @param memberships lines of {@code /proc/self/cgroup}
   */
  abstract List<Path> parents(List<String> memberships);

  /** Enables limits of the groups below this one. */
  abstract void setUp(Path group) throws IOException;

  /** Limits the total use of the group's processes. */
  abstract void limit(Path group, CpuShare share) throws IOException;

  static void join(Path group, long pid) throws IOException {
    write(group.resolve("cgroup.procs"), String.valueOf(pid));
  }

  /** For files of Linux 5.14 and later. */
  private static void writeIfThere(Path file, String text) throws IOException {
    if (Files.exists(file)) {
      write(file, text);
    }
  }

  private static void write(Path file, String text) throws IOException {
    // One write, because the kernel reads each as a whole.
    Files.writeString(file, text, StandardOpenOption.WRITE);
  }
}

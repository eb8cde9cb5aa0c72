package io.synod.benchmarks.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes that would use all they get, below each means that this machine permits. */
@Timeout(180)
final class CpuLimitTest {
  // So little that a process gets it, and without a limit more, also on a loaded machine.
  private static final double SHARE = 0.05;

  // Of a limited share, some hundredths of a second are counted; without a limit they come soon.
  private static final long LIMITED_MILLIS = 2_000;
  private static final long FREE_MILLIS = 500;

  // Others may take the processors for as long as a try; not for all of them.
  private static final int TRIES = 5;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void a_control_group_of_version_1_keeps_a_busy_process_at_its_share() throws Exception {
    keepsBusyProcessesAtTheirShare(CgroupLimit::version1);
  }

  @Test
  void a_control_group_of_version_2_keeps_a_busy_process_at_its_share() throws Exception {
    keepsBusyProcessesAtTheirShare(CgroupLimit::version2);
  }

  @Test
  void the_pauser_keeps_a_busy_process_at_its_share() throws Exception {
    keepsBusyProcessesAtTheirShare(Pauser::on);
  }

  private void keepsBusyProcessesAtTheirShare(CpuLimit.Way way) throws Exception {
    List<Process> busy = List.of(busy(), busy());
    Process unlimited = busy();
    Shares shares = shares(way, busy, unlimited);
    for (int further = 1; further < TRIES && !shares.hold(); further++) {
      shares = shares(way, busy, unlimited);
    }

    assertThat(shares.hold()).as("%s", shares).isTrue();
    assertThat(groups()).isEmpty();
  }

  /**
   * What the processes have used of a processor, first with a limit and then without. The last one
   * is never limited: it shows what this machine has left for one that is.
   */
  private record Shares(List<Double> limited, List<Double> free) {
    boolean hold() {
      int last = limited.size() - 1;
      double least = 0.625 * Math.min(SHARE, limited.get(last));
      double freeLeast = Math.min(1.5 * SHARE, 0.625 * free.get(last));
      return limited.stream()
              .limit(last)
              .allMatch(share -> share >= least && share <= 1.375 * SHARE)
          && free.stream().limit(last).allMatch(share -> share > freeLeast);
    }
  }

  private static Shares shares(CpuLimit.Way way, List<Process> busy, Process unlimited)
      throws Exception {
    List<Process> all = new ArrayList<>(busy);
    all.add(unlimited);
    CpuLimit limit = permitted(way, pids(busy));
    List<Double> limited = shares(all, LIMITED_MILLIS);
    limit.close();
    return new Shares(limited, shares(all, FREE_MILLIS));
  }

  @Test
  void a_process_that_has_ended_leaves_no_group() throws Exception {
    Process busy = busy();
    CpuLimit limit = permitted(CgroupLimit::version1, pids(List.of(busy)));
    assertThat(groups()).hasSize(1);
    busy.destroyForcibly().waitFor();

    limit.close();

    assertThat(groups()).isEmpty();
  }

  @Test
  void no_process_stays_stopped_when_the_pauser_is_closed() throws Exception {
    Process busy = busy();
    for (int round = 0; round < 10; round++) {
      Pauser.on(pids(List.of(busy)), new CpuShare(0.01)).close();
      assertThat(state(busy.pid())).isNotEqualTo("T");
    }
  }

  @Test
  void an_ended_process_cannot_be_limited_and_leaves_nothing() throws Exception {
    Process ended = busy();
    ended.destroyForcibly().waitFor();

    assertThatThrownBy(() -> CpuLimit.on(pids(List.of(ended)), new CpuShare(SHARE)))
        .isInstanceOf(IOException.class);
    assertThat(groups()).isEmpty();
  }

  private Process busy() throws IOException {
    Process busy = new ProcessBuilder("bash", "-c", "while :; do :; done").start();
    started.add(busy);
    return busy;
  }

  private static List<Long> pids(List<Process> processes) {
    return processes.stream().map(Process::pid).toList();
  }

  private static CpuLimit permitted(CpuLimit.Way way, List<Long> pids) {
    try {
      return way.limit(pids, new CpuShare(SHARE));
    } catch (IOException refused) {
      assumeTrue(false, refused.toString());
      throw new AssertionError(refused);
    }
  }

  private static List<Double> shares(List<Process> busy, long millis) throws InterruptedException {
    long beganNanos = System.nanoTime();
    List<Duration> before = used(busy);
    TimeUnit.MILLISECONDS.sleep(millis);
    List<Duration> after = used(busy);
    double nanos = System.nanoTime() - beganNanos;
    List<Double> shares = new ArrayList<>();
    for (int index = 0; index < busy.size(); index++) {
      shares.add(after.get(index).minus(before.get(index)).toNanos() / nanos);
    }
    return shares;
  }

  private static List<Duration> used(List<Process> busy) {
    return busy.stream().map(one -> one.info().totalCpuDuration().orElseThrow()).toList();
  }

  private static String state(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[0];
  }

  /** Of this process, in the first place where it may make some. */
  private static List<Path> groups() throws IOException {
    String own = CgroupLimit.FOLDER_PREFIX + ProcessHandle.current().pid() + "-";
    List<String> memberships = Files.readAllLines(Path.of("/proc/self/cgroup"));
    List<Path> found = new ArrayList<>();
    for (CgroupVersion version : CgroupVersion.values()) {
      for (Path parent : version.parents(memberships)) {
        try (Stream<Path> below = Files.list(parent)) {
          below.filter(path -> path.getFileName().toString().startsWith(own)).forEach(found::add);
        }
      }
    }
    return found.stream().distinct().toList();
  }
}

package io.synod.client;

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the replica that leads a cluster, and follows it. Asks the contacts and the members of the
 * newest membership that a replica has reported. Not thread-safe.
 */
final class ClusterLook {
  // A replica that does not answer must not hold up what the leader can do without it. Others that
  // believe to lead have so long to answer.
  private static final long OTHERS_MILLIS = 250;

  private final OperatorPort port;
  private final String cluster;
  private final List<InetSocketAddress> contacts;
  private ReplicaReport leader;

  // Of the newest membership that a replica has reported; null before the first answer.
  private ClusterMembers members;

  // Why no replica led when all were asked, as the end of a sentence.
  private String obstacle = "no replica leads";

  ClusterLook(OperatorPort port, String cluster, List<InetSocketAddress> contacts) {
    this.port = port;
    this.cluster = cluster;
    this.contacts = List.copyOf(contacts);
  }

  /**
   * What the leader reports, as soon as there is one.
   *
   * @throws AdminException if all replicas are another cluster's, or the time is over
   */
  ReplicaReport leader(AdminWait wait) throws AdminException, InterruptedException {
    ReplicaReport now = once(wait);
    while (now == null) {
      wait.pause(obstacle);
      now = once(wait);
    }
    return now;
  }

  /** Null if none leads. Each of its steps has the time that is left then. */
  private ReplicaReport once(AdminWait wait) throws AdminException, InterruptedException {
    if (leader != null) {
      try {
        ReplicaReport now = ask(leader.address(), wait.answer());
        noteMembers(now.members());
        if (now.leads()) {
          leader = now;
          return now;
        }
      } catch (IOException gone) {
        // The others are asked.
      }
    }
    Set<InetSocketAddress> asked = addresses();
    ReplicaReport found = look(asked, wait.answer());
    if (found == null && !asked.containsAll(addresses())) {
      // The contacts may be older than the members: the leader may be a replica that was added.
      found = look(addresses(), wait.answer());
    }
    leader = found == null ? leader : found;
    return found;
  }

  /** What a replica reports now. */
  ReplicaReport ask(InetSocketAddress address, Duration timeout)
      throws IOException, InterruptedException {
    Future<String> status = port.status(address, timeout);
    port.await(status, Long.MAX_VALUE);
    return report(address, status);
  }

  private ReplicaReport report(InetSocketAddress address, Future<String> status)
      throws IOException {
    return ReplicaReport.of(address, cluster, OperatorPort.answer(status));
  }

  private Set<InetSocketAddress> addresses() {
    Set<InetSocketAddress> all = new LinkedHashSet<>();
    if (members != null) {
      for (ClusterMembers.Member member : members.members()) {
        all.add(ReplicaAddresses.parse(member.clientAddress()));
      }
    }
    for (InetSocketAddress contact : contacts) {
      all.add(InetSocketAddress.createUnresolved(contact.getHostString(), contact.getPort()));
    }
    return all;
  }

  private ReplicaReport look(Set<InetSocketAddress> addresses, Duration timeout)
      throws AdminException, InterruptedException {
    Answers answers = new Answers(addresses.size());
    for (InetSocketAddress address : addresses) {
      port.status(address, timeout)
          .addListener((Future<String> status) -> answers.take(address, status));
    }
    port.await(answers.haveLeader, Long.MAX_VALUE);
    port.await(answers.areAll, OTHERS_MILLIS);
    return answers.leader();
  }

  private void noteMembers(ClusterMembers reported) {
    if (members == null || reported.number() >= members.number()) {
      members = reported;
    }
  }

  /** What replicas answer that are asked at the same time. */
  private final class Answers {
    private final int asked;

    // Or all of them have answered.
    private final Promise<Void> haveLeader = port.promise();
    private final Promise<Void> areAll = port.promise();

    // Those below are written by event loops and read by the thread that waits.
    private final List<ReplicaReport> reports = new ArrayList<>();
    private final Set<String> failures = new TreeSet<>();
    private int others;
    private int answered;

    Answers(int asked) {
      this.asked = asked;
    }

    synchronized void take(InetSocketAddress address, Future<String> status) {
      answered++;
      try {
        reports.add(report(address, status));
      } catch (IOException | RuntimeException failure) {
        failures.add(String.valueOf(failure.getMessage()));
        others += failure instanceof OtherClusterException ? 1 : 0;
      } finally {
        wakeUp();
      }
    }

    private void wakeUp() {
      if (answered == asked) {
        areAll.setSuccess(null);
      }
      if (answered == asked || reports.stream().anyMatch(ReplicaReport::leads)) {
        haveLeader.trySuccess(null);
      }
    }

    /** Null if none leads. */
    synchronized ReplicaReport leader() throws AdminException {
      String reasons = String.join("; ", failures);
      if (others == asked) {
        throw new AdminException(
            "no replica of cluster '%s' answers: %s".formatted(cluster, reasons));
      }
      obstacle =
          (reports.isEmpty() ? "no replica answers" : "no replica leads")
              + (failures.isEmpty() ? "" : " (" + reasons + ")");
      reports.forEach(report -> noteMembers(report.members()));
      return reports.stream()
          .filter(ReplicaReport::leads)
          .max(
              Comparator.comparingLong((ReplicaReport one) -> one.members().number())
                  .thenComparingLong(ReplicaReport::round))
          .orElse(null);
    }
  }
}

package io.synod.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

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
    ReplicaReport now = leader(wait.answer());
    while (now == null) {
      wait.pause(obstacle);
      now = leader(wait.answer());
    }
    return now;
  }

  private ReplicaReport leader(Duration timeout) throws AdminException, InterruptedException {
    if (leader != null) {
      try {
        ReplicaReport now = ask(leader.address(), timeout);
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
    ReplicaReport found = look(asked, timeout);
    if (found == null && !asked.containsAll(addresses())) {
      // The contacts may be older than the members: the leader may be a replica that was added.
      found = look(addresses(), timeout);
    }
    leader = found == null ? leader : found;
    return found;
  }

  /** What a replica reports now. */
  ReplicaReport ask(InetSocketAddress address, Duration timeout)
      throws IOException, InterruptedException {
    return ReplicaReport.of(address, cluster, port.status(resolved(address), timeout));
  }

  /** As it can be connected to. */
  static InetSocketAddress resolved(InetSocketAddress address) throws IOException {
    InetSocketAddress found = new InetSocketAddress(address.getHostString(), address.getPort());
    if (found.isUnresolved()) {
      throw new IOException("%s: unknown host".formatted(ReplicaAddresses.text(address)));
    }
    return found;
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
    List<Callable<ReplicaReport>> questions = new ArrayList<>();
    for (InetSocketAddress address : addresses) {
      questions.add(() -> ask(address, timeout));
    }
    ExecutorService threads = Executors.newFixedThreadPool(questions.size());
    CompletionService<ReplicaReport> asked = new ExecutorCompletionService<>(threads);
    List<ReplicaReport> answers = new ArrayList<>();
    Set<String> failures = new TreeSet<>();
    int others = 0;
    try {
      questions.forEach(asked::submit);
      for (int left = questions.size(); left > 0; left--) {
        boolean hasLeader = answers.stream().anyMatch(ReplicaReport::leads);
        Future<ReplicaReport> next =
            hasLeader ? asked.poll(OTHERS_MILLIS, TimeUnit.MILLISECONDS) : asked.take();
        if (next == null) {
          break;
        }
        try {
          answers.add(next.get());
        } catch (ExecutionException failure) {
          failures.add(String.valueOf(failure.getCause().getMessage()));
          others += failure.getCause() instanceof OtherClusterException ? 1 : 0;
        }
      }
    } finally {
      threads.shutdownNow();
    }
    String reasons = String.join("; ", failures);
    if (others == questions.size()) {
      throw new AdminException(
          "no replica of cluster '%s' answers: %s".formatted(cluster, reasons));
    }
    obstacle =
        (answers.isEmpty() ? "no replica answers" : "no replica leads")
            + (failures.isEmpty() ? "" : " (" + reasons + ")");
    answers.forEach(answer -> noteMembers(answer.members()));
    return answers.stream()
        .filter(ReplicaReport::leads)
        .max(
            Comparator.comparingLong((ReplicaReport one) -> one.members().number())
                .thenComparingLong(ReplicaReport::round))
        .orElse(null);
  }

  private void noteMembers(ClusterMembers reported) {
    if (members == null || reported.number() >= members.number()) {
      members = reported;
    }
  }
}

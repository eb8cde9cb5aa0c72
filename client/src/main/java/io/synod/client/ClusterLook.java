package io.synod.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Finds the replica that leads a cluster, and follows it. Asks the contacts and the members that
 * the last leader has reported. Not thread-safe.
 */
final class ClusterLook {
  private final OperatorPort port;
  private final String cluster;
  private final List<InetSocketAddress> contacts;
  private ReplicaReport leader;

  // Why replicas have not answered when all were asked.
  private List<String> problems = List.of();

  ClusterLook(OperatorPort port, String cluster, List<InetSocketAddress> contacts) {
    this.port = port;
    this.cluster = cluster;
    this.contacts = List.copyOf(contacts);
  }

  /**
   * What the leader reports now; null if no replica says that it leads.
   *
   * @param timeout for each replica that is asked
   */
  ReplicaReport leader(Duration timeout) throws InterruptedException {
    if (leader != null) {
      try {
        ReplicaReport now = ask(leader.address(), timeout);
        if (now.leads()) {
          leader = now;
          return now;
        }
      } catch (IOException gone) {
        // The others are asked.
      }
    }
    ReplicaReport found = look(timeout);
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
      throw new IOException("%s: the name is unknown".formatted(ReplicaAddresses.text(address)));
    }
    return found;
  }

  private Set<InetSocketAddress> addresses() {
    Set<InetSocketAddress> all = new LinkedHashSet<>();
    if (leader != null) {
      for (ClusterMembers.Member member : leader.members().members()) {
        all.add(ReplicaAddresses.parse(member.clientAddress()));
      }
    }
    for (InetSocketAddress contact : contacts) {
      all.add(InetSocketAddress.createUnresolved(contact.getHostString(), contact.getPort()));
    }
    return all;
  }

  private ReplicaReport look(Duration timeout) throws InterruptedException {
    List<Callable<ReplicaReport>> questions = new ArrayList<>();
    for (InetSocketAddress address : addresses()) {
      questions.add(() -> ask(address, timeout));
    }
    ExecutorService threads = Executors.newFixedThreadPool(questions.size());
    List<ReplicaReport> answers = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    try {
      for (Future<ReplicaReport> asked : threads.invokeAll(questions)) {
        try {
          answers.add(asked.get());
        } catch (ExecutionException failure) {
          failures.add(failure.getCause().getMessage());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    problems = failures;
    return answers.stream()
        .filter(ReplicaReport::leads)
        .max(
            Comparator.comparingLong((ReplicaReport one) -> one.members().number())
                .thenComparingLong(ReplicaReport::round))
        .orElse(null);
  }

  /** Why replicas have not answered, behind a sentence; empty if all have. */
  String problems() {
    return problems.isEmpty() ? "" : " (" + String.join("; ", problems) + ")";
  }
}

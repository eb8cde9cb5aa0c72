package io.synod.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.client.ClusterMembers;
import io.synod.client.ReplicaAddresses;
import io.synod.replica.config.ClusterConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Asks all replicas of a cluster concurrently, with one thread each: those of the properties file,
 * then the members that are not in it.
 */
final class StatusQuery {
  private final ClusterConfig cluster;
  private final StatusSource source;
  private final Duration timeout;

  private StatusQuery(ClusterConfig cluster, StatusSource source, Duration timeout) {
    this.cluster = cluster;
    this.source = source;
    this.timeout = timeout;
  }

  /**
   * Blocks until every replica has answered or failed to. The answers are in the order of the
   * numbers. A replica of the file that was removed from the members is left out if it does not
   * answer.
   */
  static List<ReplicaAnswer> askAll(ClusterConfig cluster, StatusSource source, Duration timeout) {
    StatusQuery query = new StatusQuery(cluster, source, timeout);
    SortedMap<Integer, String> asked = new TreeMap<>();
    for (int replica : cluster.ids()) {
      asked.put(replica, cluster.replica(replica).clientText());
    }
    Map<Integer, ReplicaAnswer> answers = new TreeMap<>(query.askAll(asked));
    SortedMap<Integer, String> further = unasked(answers);
    while (!further.isEmpty()) {
      answers.putAll(query.askAll(further));
      further = unasked(answers);
    }
    List<ReplicaAnswer> all = List.copyOf(answers.values());
    answers.values().removeIf(one -> !one.isAnswered() && wasRemoved(one.replica(), all));
    return List.copyOf(answers.values());
  }

  /** The members that no answer has come from, and that were not asked where they listen. */
  private static SortedMap<Integer, String> unasked(Map<Integer, ReplicaAnswer> answers) {
    SortedMap<Integer, String> unasked = new TreeMap<>();
    Optional<ClusterMembers> newest = NewestMembers.of(List.copyOf(answers.values()));
    if (newest.isEmpty() || newest.get().number() == 0) {
      return unasked;
    }
    for (ClusterMembers.Member member : newest.get().members()) {
      ReplicaAnswer answer = answers.get(member.number());
      if (answer == null
          || !answer.isAnswered() && !answer.address().equals(member.clientAddress())) {
        unasked.put(member.number(), member.clientAddress());
      }
    }
    return unasked;
  }

  /** Whether the replicas that know the newest members name it among the former ones. */
  private static boolean wasRemoved(int replica, List<ReplicaAnswer> answers) {
    long newest = NewestMembers.of(answers).map(ClusterMembers::number).orElse(-1L);
    return answers.stream()
        .anyMatch(one -> one.number("membership", "number") == newest && one.namesFormer(replica));
  }

  private Map<Integer, ReplicaAnswer> askAll(SortedMap<Integer, String> addresses) {
    if (addresses.isEmpty()) {
      return Map.of();
    }
    ExecutorService threads = Executors.newFixedThreadPool(addresses.size());
    try {
      Map<Integer, Future<ReplicaAnswer>> asked = new TreeMap<>();
      addresses.forEach(
          (replica, address) -> asked.put(replica, threads.submit(() -> ask(replica, address))));
      Map<Integer, ReplicaAnswer> answers = new TreeMap<>();
      for (Map.Entry<Integer, Future<ReplicaAnswer>> answer : asked.entrySet()) {
        answers.put(answer.getKey(), answer.getValue().get());
      }
      return answers;
    } catch (InterruptedException | ExecutionException broken) {
      throw new CommandFailure("cannot ask the replicas: " + broken.getMessage(), broken);
    } finally {
      threads.shutdownNow();
    }
  }

  private ReplicaAnswer ask(int replica, String shown) {
    try {
      InetSocketAddress unresolved = ReplicaAddresses.parse(shown);
      String host = unresolved.getHostString();
      InetSocketAddress port = new InetSocketAddress(host, unresolved.getPort());
      if (port.isUnresolved()) {
        return ReplicaAnswer.unreachable(replica, shown, "unknown host " + host);
      }
      return understood(replica, shown, source.fetch(port, timeout));
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return ReplicaAnswer.unreachable(replica, shown, "interrupted");
    } catch (Exception noAnswer) {
      // Any failure of a replica is a result that this command shows.
      return ReplicaAnswer.unreachable(replica, shown, reason(noAnswer, shown));
    }
  }

  private ReplicaAnswer understood(int replica, String shown, String json) throws IOException {
    Map<String, Object> fields = JSON.std.mapFrom(json);
    String stranger = stranger(fields, replica, cluster.name());
    return stranger == null
        ? new ReplicaAnswer(replica, shown, json, fields, null)
        : ReplicaAnswer.unreachable(replica, shown, stranger);
  }

  /** Whose status it is, if it is not that of this replica of the cluster; null if it is. */
  static String stranger(Map<String, Object> fields, int replica, String cluster) {
    Object number = fields.getOrDefault("replica", "?");
    return String.valueOf(number).equals(String.valueOf(replica))
        ? stranger(fields, cluster)
        : "this is replica " + number + ": check the addresses";
  }

  /** As {@link #stranger(Map, int, String)}, of any process of the cluster. */
  static String stranger(Map<String, Object> fields, String cluster) {
    Object name = fields.getOrDefault("cluster", cluster);
    return name.equals(cluster) ? null : "this is cluster " + name + ": check the addresses";
  }

  /** One line without the address, which the table shows beside it. */
  static String reason(Exception failure, String shown) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    String line = message.lines().findFirst().orElse(message);
    String prefix = shown + ": ";
    return line.startsWith(prefix) ? line.substring(prefix.length()) : line;
  }
}

package io.synod.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.replica.config.ClusterConfig;
import io.synod.replica.config.ReplicaAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks all replicas of a cluster concurrently, with one thread each. */
final class StatusQuery {
  private final ClusterConfig cluster;
  private final StatusSource source;
  private final Duration timeout;

  private StatusQuery(ClusterConfig cluster, StatusSource source, Duration timeout) {
    this.cluster = cluster;
    this.source = source;
    this.timeout = timeout;
  }

  /** Blocks until every replica has answered or failed to; the answers are in their order. */
  static List<ReplicaAnswer> askAll(ClusterConfig cluster, StatusSource source, Duration timeout) {
    StatusQuery query = new StatusQuery(cluster, source, timeout);
    ExecutorService threads = Executors.newFixedThreadPool(cluster.size());
    try {
      List<Future<ReplicaAnswer>> asked = new ArrayList<>();
      for (int replica : cluster.ids()) {
        asked.add(threads.submit(() -> query.ask(replica)));
      }
      List<ReplicaAnswer> answers = new ArrayList<>();
      for (Future<ReplicaAnswer> answer : asked) {
        answers.add(answer.get());
      }
      return answers;
    } catch (InterruptedException | ExecutionException broken) {
      throw new CommandFailure("cannot ask the replicas: " + broken.getMessage(), broken);
    } finally {
      threads.shutdownNow();
    }
  }

  private ReplicaAnswer ask(int replica) {
    ReplicaAddress address = cluster.replica(replica);
    String shown = address.clientText();
    try {
      InetSocketAddress port = new InetSocketAddress(address.host(), address.clientPort());
      if (port.isUnresolved()) {
        return ReplicaAnswer.unreachable(replica, shown, "unknown host " + address.host());
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
    ReplicaAnswer answer = new ReplicaAnswer(replica, shown, json, fields, null);
    if (!answer.text("replica").equals(String.valueOf(replica))) {
      return ReplicaAnswer.unreachable(
          replica, shown, "this is replica " + answer.text("replica") + ": check the addresses");
    }
    if (!fields.getOrDefault("cluster", cluster.name()).equals(cluster.name())) {
      return ReplicaAnswer.unreachable(
          replica, shown, "this is cluster " + answer.text("cluster") + ": check the addresses");
    }
    return answer;
  }

  /** One line without the address, which the table shows beside it. */
  private static String reason(Exception failure, String shown) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    String line = message.lines().findFirst().orElse(message);
    String prefix = shown + ": ";
    return line.startsWith(prefix) ? line.substring(prefix.length()) : line;
  }
}

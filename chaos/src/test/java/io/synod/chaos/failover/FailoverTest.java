package io.synod.chaos.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.ReplicaStatus;
import io.synod.client.SynodClient;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.PeerWiring;
import io.synod.examples.process.ProcessCluster;
import io.synod.link.LinkMesh;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The leader of three processes is killed, paused and cut off from all others, and ten clients that
 * each wait for an answer go to the next leader. {@code -Dsynod.failovers=5} repeats each fault.
 */
@Timeout(600)
final class FailoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TIMES = Integer.getInteger("synod.failovers", 1);
  private static final int REPLICAS = 3;
  private static final int CLIENTS = 10;
  private static final int WARM_ANSWERS = 100;
  private static final int AFTER_ANSWERS = 20;

  // Without a hint no client leaves a silent leader in less than two quarters of it.
  private static final Duration RETRY = Duration.ofSeconds(40);

  // A follower waits two timeouts at most. An election that fails takes as long again, and where
  // many processes wait for processors all of it takes longer.
  private static final int TIMEOUTS = 4;
  private static final long BUSY_MILLIS = 2_000;

  private static final Pattern TIMEOUT = Pattern.compile("\"election\":(\\d+)");

  /** What happens to the leader. */
  private interface Fault {
    void strike(ProcessCluster replicas, LinkMesh links, int leader) throws Exception;
  }

  /**
   * What a fault has done.
   *
   * @param longestMillis that one of the clients has waited for an answer
   * @param timeoutMillis the longest election timeout of a follower before
   */
  private record Outcome(long longestMillis, long timeoutMillis) {

    boolean isSoon() {
      return longestMillis < TIMEOUTS * timeoutMillis + BUSY_MILLIS;
    }

    @Override
    public String toString() {
      return "%d ms without an answer (election.timeout %d ms)"
          .formatted(longestMillis, timeoutMillis);
    }
  }

  @Test
  void clients_leave_a_leader_that_is_killed() throws Exception {
    measure("killed", (replicas, links, leader) -> replicas.kill(leader));
  }

  @Test
  void clients_leave_a_leader_whose_process_is_paused() throws Exception {
    measure("paused", (replicas, links, leader) -> replicas.pause(leader));
  }

  @Test
  void clients_leave_a_leader_that_is_cut_off_from_them_and_from_all_replicas() throws Exception {
    measure("cut off", (replicas, links, leader) -> cut(links, leader));
  }

  private static void cut(LinkMesh links, int leader) {
    for (int other = 0; other <= REPLICAS; other++) {
      if (other != leader) {
        links.stall(leader, other);
        links.stall(other, leader);
      }
    }
  }

  /** Each time with other processes, so that no earlier fault has made their timeouts longer. */
  private static void measure(String what, Fault fault) throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    for (int time = 0; time < TIMES; time++) {
      outcomes.add(outcome(fault));
      System.out.printf("leader %s: %s%n", what, outcomes.get(time));
    }
    assertThat(outcomes).allMatch(Outcome::isSoon);
  }

  private static Outcome outcome(Fault fault) throws Exception {
    try (LinkMesh links = new LinkMesh(REPLICAS + 1, 1);
        ProcessCluster replicas =
            KvReplicas.quick(REPLICAS, 0, wiring(links), "durability = sync")) {
      replicas.start();
      replicas.awaitLeader(PATIENCE);
      List<WaitingClient> clients = new ArrayList<>();
      Outcome outcome;
      try {
        for (int id = 0; id < CLIENTS; id++) {
          clients.add(new WaitingClient(id, client(replicas)));
        }
        outcome = outcome(fault, replicas, links, clients);
      } finally {
        clients.forEach(WaitingClient::close);
      }
      replicas.delete();
      return outcome;
    }
  }

  private static SynodClient client(ProcessCluster replicas) {
    return replicas.clientBuilder().retryInterval(RETRY).requestTimeout(PATIENCE).build();
  }

  private static Outcome outcome(
      Fault fault, ProcessCluster replicas, LinkMesh links, List<WaitingClient> clients)
      throws Exception {
    await(clients, WARM_ANSWERS);
    int leader = replicas.awaitLeader(PATIENCE);
    long timeoutMillis = timeoutMillis(replicas, leader);
    clients.forEach(WaitingClient::forget);
    fault.strike(replicas, links, leader);
    await(clients, AFTER_ANSWERS);
    long longest = clients.stream().mapToLong(WaitingClient::longestMillis).max().orElseThrow();
    return new Outcome(longest, timeoutMillis);
  }

  private static long timeoutMillis(ProcessCluster replicas, int leader) throws Exception {
    long longest = 0;
    for (int id = 0; id < REPLICAS; id++) {
      Matcher status = TIMEOUT.matcher(ReplicaStatus.fetch(replicas.clientAddress(id), PATIENCE));
      if (id != leader && status.find()) {
        longest = Math.max(longest, Long.parseLong(status.group(1)));
      }
    }
    return longest;
  }

  /** The links of all replicas, and of all clients as if they were one more node. */
  private static PeerWiring wiring(LinkMesh links) {
    return new PeerWiring() {
      @Override
      public int port(int from, int to, int peerPort) {
        return links.listen(from, to, peerPort);
      }

      @Override
      public int clientPort(int to, int clientPort) {
        return links.listen(REPLICAS, to, clientPort);
      }
    };
  }

  /** Waits until each client has had more answers, while all of them ask. */
  private static void await(List<WaitingClient> clients, long more) throws Exception {
    long[] goals = clients.stream().mapToLong(client -> client.answers() + more).toArray();
    for (int id = 0; id < goals.length; id++) {
      clients.get(id).await(goals[id]);
    }
  }
}

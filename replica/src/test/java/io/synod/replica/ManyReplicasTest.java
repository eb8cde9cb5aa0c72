package io.synod.replica;

import io.synod.client.SynodClient;
import io.synod.replica.config.DisseminationChoice;
import io.synod.replica.config.ThreadLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As many replicas as a cluster may have, in one JVM. */
@Timeout(180)
class ManyReplicasTest {

  @ParameterizedTest
  @CsvSource({"5, RELAY", "25, DIRECT", "25, RELAY"})
  void all_but_a_majority_may_end_at_once(int size, DisseminationChoice way) throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                size, config -> config.threadLayout(ThreadLayout.MERGED).dissemination(way));
        SynodClient client = cluster.client()) {
      Sums.assertSums(Sums.sendOnes(client, 2_000), 1);
      Sums.awaitSums(cluster, 2_000, IntStream.range(0, size).boxed().toList());
      int leader = cluster.leader();
      List<Integer> living = new ArrayList<>(Sums.others(cluster, leader));
      List<CompletableFuture<byte[]>> meanwhile = Sums.sendOnes(client, 2_000);
      List<Integer> ending = new ArrayList<>(List.of(leader));
      while (ending.size() < size / 2) {
        ending.add(living.remove(living.size() / 2));
      }
      List<CompletableFuture<Void>> ends =
          ending.stream()
              .map(
                  id ->
                      CompletableFuture.runAsync(
                          cluster.replica(id)::close, task -> new Thread(task, "end").start()))
              .toList();
      Sums.assertSums(meanwhile, 2_001);
      Sums.assertSums(Sums.sendOnes(client, 2_000), 4_001);
      Sums.awaitSums(cluster, 6_000, living);
      ends.forEach(CompletableFuture::join);
    }
  }
}

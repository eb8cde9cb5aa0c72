package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Requests that each add one, and what must come of them. */
final class Sums {
  private Sums() {}

  static List<CompletableFuture<byte[]>> sendOnes(SynodClient client, int count) {
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      answers.add(client.send(SumService.number(1)));
    }
    return answers;
  }

  static void assertSums(List<CompletableFuture<byte[]>> answers, long first) throws Exception {
    long expected = first;
    for (CompletableFuture<byte[]> answer : answers) {
      assertThat(SumService.number(answer.get(30, TimeUnit.SECONDS))).isEqualTo(expected++);
    }
  }

  static List<Integer> others(LocalCluster cluster, int leader) {
    List<Integer> others = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      if (id != leader) {
        others.add(id);
      }
    }
    return others;
  }

  /** Followers execute after the next heartbeat; the test's time-out bounds the wait. */
  static void awaitSums(LocalCluster cluster, long sum, List<Integer> ids) {
    for (int id : ids) {
      Pause.until(() -> cluster.service(id).sum() >= sum);
      assertThat(cluster.service(id).sum()).isEqualTo(sum);
      assertThat(cluster.service(id).executed()).isEqualTo(sum);
    }
  }
}

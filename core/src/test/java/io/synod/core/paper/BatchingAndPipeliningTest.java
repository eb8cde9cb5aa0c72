package io.synod.core.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.batcher.Batcher;
import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Entries;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * N. Santos, A. Schiper: Tuning Paxos for high-throughput with batching and pipelining, 2011 (S11);
 * Optimizing Paxos with batching and pipelining, 2013 (S13).
 */
class BatchingAndPipeliningTest {
  private static final View VIEW = new View(1, 0);

  /** S11, section II-B: a new instance starts "without waiting for the end of the previous". */
  @Test
  void instances_run_in_parallel_and_are_delivered_in_order_whatever_order_they_end_in() {
    TestCluster cluster = new TestCluster(Settings.of(3).window(3));
    cluster.elect(0);
    cluster.hold(envelope -> envelope.is(Accepted.class));
    cluster.propose(0, "a");
    cluster.propose(0, "b");
    cluster.proposeAndDeliver(0, "c");
    assertThat(cluster.replica(0).openSlots()).isEqualTo(3);
    for (long slot = 2; slot >= 0; slot--) {
      long of = slot;
      cluster.deliver(envelope -> envelope.message() instanceof Accepted a && a.first() == of);
    }
    assertThat(cluster.node(0).delivered()).containsExactly("a", "b", "c");
  }

  /**
   * S11, section IV-A: "The parameter WND is strict, in the sense that the system will never exceed
   * it"; S13, section III: "the maximum number of instances that can be executed in parallel".
   */
  @Test
  void wnd_is_never_exceeded_not_even_by_what_a_new_leader_takes_over() {
    TestCluster cluster = new TestCluster(Settings.of(3).window(8));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Accepted.class));
    for (int slot = 0; slot < 8; slot++) {
      cluster.propose(0, "s" + slot);
    }
    cluster.deliverAll();
    assertThat(cluster.replica(0).openSlots()).isEqualTo(8);
    cluster.node(0).crash();
    cluster.elect(1);
    assertThat(cluster.replica(1).openSlots()).isEqualTo(8);
    for (int batch = 0; batch < 8; batch++) {
      cluster.proposeAndDeliver(1, "new" + batch);
      assertThat(cluster.replica(1).openSlots()).isEqualTo(8);
    }
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).hasSize(16);
  }

  /** S11, figure 6, line 22: "wait as long as w = WINDOW"; lines 5 and 6: a decision frees one. */
  @Test
  void line_22_no_batch_is_built_while_the_window_is_full() {
    Batcher batcher = batcher(BatchPolicy.TIMED, 2);
    for (int request = 1; request <= 12; request++) {
      batcher.offer(new Chunk(request, 1), 0);
    }
    assertThat(batcher.poll(1_000, 0)).isNotNull();
    assertThat(batcher.poll(1_000, 0)).isNotNull();
    assertThat(batcher.poll(1_000_000, 0)).isNull();
    batcher.onDecided(VIEW, 10);
    assertThat(batcher.poll(1_000, 0)).isNotNull();
    assertThat(batcher.poll(1_000, 0)).isNull();
  }

  /** S11, figure 6, lines 11 to 19, run beside the batcher on the same requests. */
  @Test
  void figure_6_builds_the_same_batches() {
    int[] sizes = {10, 40, 90, 5, 5, 200, 1, 1, 1, 60, 60, 60, 300, 2};
    Batcher batcher = batcher(BatchPolicy.TIMED, sizes.length);
    List<Integer> queue = new ArrayList<>();
    for (int index = 0; index < sizes.length; index++) {
      Chunk chunk = new Chunk(index + 1, sizes[index]);
      batcher.offer(chunk, 0);
      queue.add(chunk.bytes());
    }
    while (!queue.isEmpty()) {
      int expected = buildBatch(queue, 148);
      Batch batch = batcher.poll(10_000, 0);
      assertThat(batch.length() - Batch.HEADER_BYTES).isEqualTo(expected);
    }
    assertThat(batcher.queuedBytes()).isZero();
  }

  /** S11, section II-C: the requests of a batch are ordered "by a deterministic rule". */
  @Test
  void requests_of_a_batch_keep_the_order_in_which_they_were_batched() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.propose(0, Batches.batch("a", "b", "c"));
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).containsExactly("a+b+c"));
  }

  /** S11, section III-C: an instance costs n Accepts from the leader and one vote from each. */
  @Test
  void an_undisturbed_instance_costs_one_accept_and_one_vote_per_replica() {
    TestCluster cluster = TestCluster.led(Settings.of(5));
    cluster.hold(envelope -> envelope.is(Accept.class) || envelope.is(Accepted.class));
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.flying()).filteredOn(e -> e.is(Accept.class)).hasSize(5);
    cluster.deliver(envelope -> envelope.is(Accept.class));
    assertThat(cluster.flying()).filteredOn(e -> e.is(Accepted.class)).hasSize(5);
  }

  /**
   * Lines 11 to 17 of the figure: takes while the next one fits; one that never fits goes alone.
   */
  private static int buildBatch(List<Integer> queue, int bsz) {
    int size = queue.remove(0);
    while (!queue.isEmpty() && size + queue.get(0) <= bsz) {
      size += queue.remove(0);
    }
    return size;
  }

  private static Batcher batcher(BatchPolicy policy, int window) {
    int maxBytes = Batch.HEADER_BYTES + 148;
    Batcher batcher = new Batcher(new BatchSettings(maxBytes, 100, policy, 1 << 20), window);
    batcher.lead(VIEW);
    return batcher;
  }

  /** One request of so many bytes. */
  private static final class Chunk implements Requests {
    private final long sequence;
    private final byte[] bytes;

    Chunk(long sequence, int payloadBytes) {
      this.sequence = sequence;
      bytes = new Entries().request(1, sequence, "x".repeat(payloadBytes)).bytes();
    }

    @Override
    public int bytes() {
      return bytes.length;
    }

    @Override
    public int count() {
      return 1;
    }

    @Override
    public long session() {
      return 1;
    }

    @Override
    public long first() {
      return sequence;
    }

    @Override
    public int entryBytes(int offset) {
      return bytes.length;
    }

    @Override
    public void copyTo(int offset, byte[] target, int at, int length) {
      System.arraycopy(bytes, offset, target, at, length);
    }

    @Override
    public void release() {}
  }
}

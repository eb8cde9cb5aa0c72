package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import io.synod.replica.LocalCluster;
import io.synod.replica.config.NetworkConfig;
import org.junit.jupiter.api.Test;

final class BoundedReplayTest {
  private static final int KIB = 1 << 10;
  private static final int HEAP_BYTES = 4 << 20;
  private static final View VIEW = new View(1, 0);

  private final Recovered recovered = Recovered.nothing(7);
  private final NetworkConfig network = LocalCluster.addresses(3).build().network();
  private final BoundedReplay replay = new BoundedReplay(recovered, HEAP_BYTES, network);

  @Test
  void half_of_the_heap_may_hold_batches_and_no_more() {
    for (int slot = 0; slot < 10; slot++) {
      vote(slot, 200 * KIB);
    }
    assertThat(recovered.batchBytes()).isBetween(2000L * KIB, 2010L * KIB);

    assertThatThrownBy(() -> learn(10, 200 * KIB))
        .hasMessageContaining("more than 2 MiB of batches, half of the heap")
        .hasMessageContaining("more than its 4 MiB (-Xmx)");
  }

  @Test
  void replaced_records_do_not_count() {
    for (int vote = 0; vote < 100; vote++) {
      vote(vote % 10, 200 * KIB);
    }
    assertThat(recovered.batchBytes()).isBetween(2000L * KIB, 2010L * KIB);
  }

  @Test
  void a_batch_that_the_frames_cannot_carry_is_refused_with_their_least_length() {
    BoundedReplay spacious = new BoundedReplay(recovered, 1 << 30, network);
    Batch longest = batch(network.batchBytesMax());
    new JournalRecord.Voted(VIEW, 0, longest).visit(spacious);
    new JournalRecord.Learnt(1, longest).visit(spacious);

    Batch longer = batch(longest.length() + 1);
    String least = "set it to %dB or more".formatted(network.frameBytes() + 1);
    assertThatThrownBy(() -> new JournalRecord.Voted(VIEW, 2, longer).visit(spacious))
        .hasMessageContaining("slot 2")
        .hasMessageContaining(least);
    assertThatThrownBy(() -> new JournalRecord.Learnt(3, longer).visit(spacious))
        .hasMessageContaining("slot 3")
        .hasMessageContaining(least);
  }

  private void vote(long slot, int bytes) {
    replay.onVoted(new JournalRecord.Voted(VIEW, slot, batch(bytes)));
  }

  private void learn(long slot, int bytes) {
    replay.onLearnt(new JournalRecord.Learnt(slot, batch(bytes)));
  }

  private static Batch batch(int bytes) {
    return Batch.close(new byte[bytes], 1, 0);
  }
}

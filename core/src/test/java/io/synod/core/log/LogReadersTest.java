package io.synod.core.log;

import static io.synod.core.log.LogReaders.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.testing.Batches;
import org.junit.jupiter.api.Test;

/** A log of the slots 10 to 99; a reader is gone after 100 ns. */
class LogReadersTest {
  private static final long PATIENCE = 100;
  private static final String ANN = "Ann";
  private static final String BEN = "Ben";

  private final Log log = new Log(10);
  private final LogReaders readers = new LogReaders(log, PATIENCE);

  LogReadersTest() {
    for (int slot = 10; slot < 100; slot++) {
      log.decide(slot, Batches.batch("" + slot));
    }
  }

  @Test
  void the_oldest_slot_that_somebody_reads_counts() {
    assertThat(readers.oldest(0)).isEqualTo(NOTHING);
    readers.reads(ANN, 30, 0);
    readers.reads(BEN, 20, 0);
    assertThat(readers.oldest(0)).isEqualTo(20);
    readers.reads(BEN, 40, 0);
    assertThat(readers.oldest(0)).isEqualTo(30);
    readers.leaves(ANN);
    assertThat(readers.oldest(0)).isEqualTo(40);
  }

  @Test
  void slots_that_the_log_no_longer_has_are_not_kept() {
    readers.reads(ANN, 9, 0);
    assertThat(readers.oldest(0)).isEqualTo(NOTHING);
    readers.reads(BEN, 10, 0);
    assertThat(readers.oldest(0)).isEqualTo(10);
  }

  @Test
  void while_a_snapshot_is_taken_for_a_reader_the_log_stays_as_it_was_when_it_asked() {
    readers.onSnapshotAsked(ANN, 0, 0);
    readers.onSnapshotAsked(ANN, 0, 90);
    log.cut(10);
    assertThat(readers.oldest(180)).isEqualTo(10);
    readers.onSnapshotAsked(ANN, 50, 180);
    assertThat(readers.oldest(279)).isEqualTo(50);
    assertThat(readers.oldest(280)).isEqualTo(NOTHING);
  }

  @Test
  void a_repeated_request_for_any_snapshot_begins_at_the_first_slot_of_the_log() {
    readers.onSnapshotAsked(ANN, 0, 0);
    log.cut(60);
    readers.onSnapshotAsked(ANN, 0, 10);
    assertThat(readers.oldest(10)).isEqualTo(60);
    readers.onSnapshotAsked(ANN, 55, 20);
    assertThat(readers.oldest(20)).as("the log has lost what is behind it").isEqualTo(60);
  }

  @Test
  void a_crowd_of_subscribers_takes_no_peers_place() {
    readers.reads(2, 20, 0);
    for (int subscriber = 0; subscriber < 2 * LogReaders.READERS_MAX; subscriber++) {
      readers.reads("subscriber " + subscriber, 30, 1);
    }
    assertThat(readers.oldest(1)).isEqualTo(20);
    readers.leaves(2);
    assertThat(readers.oldest(1)).isEqualTo(30);
  }

  @Test
  void one_that_says_how_far_it_is_stays_and_only_one_that_reads() {
    readers.reads(ANN, 20, 0);
    readers.stays(ANN, 15, 50);
    readers.stays(BEN, 11, 50);
    assertThat(readers.oldest(149)).isEqualTo(20);
    readers.stays(ANN, 70, 149);
    assertThat(readers.oldest(248)).isEqualTo(70);
    assertThat(readers.oldest(249)).isEqualTo(NOTHING);
    readers.stays(ANN, 70, 250);
    assertThat(readers.oldest(250)).isEqualTo(NOTHING);
  }

  @Test
  void of_too_many_readers_the_one_goes_that_was_silent_longest() {
    readers.reads(ANN, 11, 0);
    readers.reads(BEN, 12, 0);
    for (int one = 2; one < LogReaders.READERS_MAX; one++) {
      readers.reads("reader " + one, 50, 1);
    }
    readers.stays(ANN, 0, 2);
    assertThat(readers.oldest(2)).isEqualTo(11);
    readers.reads("one more", 50, 3);
    readers.leaves(ANN);
    assertThat(readers.oldest(3)).as("Ben went").isEqualTo(50);
  }
}

package io.synod.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.synod.core.testing.Batches;
import io.synod.core.testing.Entries;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BatchTest {

  @Test
  void its_bytes_are_its_layout() {
    Batch batch = new Entries().entry(0x0102030405060708L, 3, 2, "ab").close(0x11);
    byte[] golden = {
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0x11,
      0,
      0,
      0,
      1, // leader time, count
      0,
      0,
      0,
      2,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8, // payload length, session
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      3,
      0,
      0,
      0,
      2,
      'a',
      'b' // sequence, outstanding, payload
    };
    assertThat(batch.bytes()).isEqualTo(golden);
    assertThat(batch.length()).isEqualTo(golden.length);
    assertThat(batch.count()).isEqualTo(1);
    assertThat(batch.leaderTimeMillis()).isEqualTo(0x11);
  }

  @Test
  void a_decoded_batch_equals_the_encoded_one() {
    Batch batch = Batches.at(77, "a", "", "ccc");
    assertThat(Batch.decoded(batch.bytes().clone())).isEqualTo(batch).hasSameHashCodeAs(batch);
    assertThat(Batch.decoded(Batch.NOOP.bytes())).isEqualTo(Batch.NOOP);
  }

  @Test
  void every_shorter_or_longer_form_is_refused() {
    byte[] bytes = Batches.batch("a", "bb").bytes();
    for (int length = 0; length < bytes.length; length++) {
      refused(Arrays.copyOf(bytes, length));
    }
    refused(Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Test
  void impossible_counts_and_lengths_are_refused() {
    for (int count : new int[] {-1, 0, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      byte[] bytes = Batches.batch("a").bytes().clone();
      BatchEntry.putInt(bytes, 8, count);
      refused(bytes);
    }
    for (int length : new int[] {-1, 0, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      byte[] bytes = Batches.batch("a").bytes().clone();
      BatchEntry.putInt(bytes, Batch.HEADER_BYTES, length);
      refused(bytes);
    }
  }

  private static void refused(byte[] bytes) {
    assertThatIllegalArgumentException().isThrownBy(() -> Batch.decoded(bytes));
  }
}

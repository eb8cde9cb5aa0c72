package io.synod.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Consistency;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KeyValueRequestsTest {
  private static final int DRAWN = 10_000;

  @Test
  void as_many_are_reads_as_asked_for_and_every_key_is_asked_for() {
    KeyValueRequests requests =
        new KeyValueRequests(new Workload.KeyValues(100, 50, Consistency.LOG), 8);
    Set<Long> keys = new HashSet<>();
    int reads = 0;
    for (int index = 0; index < DRAWN; index++) {
      ByteBuffer request = ByteBuffer.wrap(requests.next());
      boolean isRead = request.get() == KeyValueCommand.GET;
      keys.add(request.getLong());
      assertThat(request.remaining()).isEqualTo(isRead ? 0 : 8);
      reads += isRead ? 1 : 0;
    }

    assertThat(reads).isBetween(DRAWN * 48 / 100, DRAWN * 52 / 100);
    assertThat(keys).hasSize(100).allSatisfy(key -> assertThat(key).isBetween(0L, 99L));
  }

  @Test
  void where_nothing_is_written_every_key_has_a_value_before_it_is_read() {
    KeyValueRequests requests =
        new KeyValueRequests(new Workload.KeyValues(100, 100, Consistency.LOG), 8);
    Set<Long> written = new HashSet<>();
    for (int index = 0; index < 100; index++) {
      ByteBuffer request = ByteBuffer.wrap(requests.next());
      assertThat(request.get()).isEqualTo(KeyValueCommand.PUT);
      written.add(request.getLong());
    }

    assertThat(written).hasSize(100);
    for (int index = 0; index < DRAWN; index++) {
      assertThat(requests.next()[0]).isEqualTo(KeyValueCommand.GET);
    }
  }

  @Test
  void only_reads_beside_the_log_take_no_place_in_the_order() {
    assertThat(new Workload.KeyValues(1, 100, Consistency.QUORUM).isOrdered()).isFalse();
    assertThat(new Workload.KeyValues(1, 99, Consistency.QUORUM).isOrdered()).isTrue();
    assertThat(new Workload.KeyValues(1, 100, Consistency.LOG).isOrdered()).isTrue();
    assertThat(Workload.ZEROS.isOrdered()).isTrue();
  }

  @Test
  void mixed_lengths_are_the_same_in_each_run_and_on_average_in_the_middle() {
    MixedLengthRequests requests = new MixedLengthRequests(30, 3000);
    MixedLengthRequests again = new MixedLengthRequests(30, 3000);
    long sum = 0;
    for (int index = 0; index < DRAWN; index++) {
      int length = requests.next().length;
      assertThat(length).isBetween(30, 3000).isEqualTo(again.next().length);
      sum += length;
    }
    assertThat(sum / DRAWN).isBetween(1450L, 1580L);
  }

  @Test
  void reads_and_writes_are_the_same_in_each_run() {
    assertThat(drawn()).isEqualTo(drawn());
  }

  private static long drawn() {
    KeyValueRequests requests =
        new KeyValueRequests(new Workload.KeyValues(1000, 50, Consistency.LOG), 8);
    return ByteBuffer.wrap(requests.next()).getLong(1) * 1000
        + ByteBuffer.wrap(requests.next()).getLong(1);
  }
}

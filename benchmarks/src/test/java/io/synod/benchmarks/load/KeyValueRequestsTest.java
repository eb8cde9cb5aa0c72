package io.synod.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KeyValueRequestsTest {
  private static final int DRAWN = 10_000;

  @Test
  void as_many_are_reads_as_asked_for_and_every_key_is_asked_for() {
    KeyValueRequests requests = new KeyValueRequests(100, 50, 8, 1);
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
  void each_loop_draws_its_own() {
    assertThat(drawn(1)).isEqualTo(drawn(1)).isNotEqualTo(drawn(2));
  }

  private static long drawn(long seed) {
    KeyValueRequests requests = new KeyValueRequests(1000, 100, 8, seed);
    return ByteBuffer.wrap(requests.next()).getLong(1) * 1000
        + ByteBuffer.wrap(requests.next()).getLong(1);
  }
}

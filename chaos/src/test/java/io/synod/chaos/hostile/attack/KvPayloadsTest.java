package io.synod.chaos.hostile.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.command.Operation;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KvPayloadsTest {

  @Test
  void no_random_request_touches_what_well_behaved_clients_use() {
    Random random = new Random(2);
    int flush = Operation.FLUSHDB.request()[0];
    int flushAll = Operation.FLUSHALL.request()[0];
    for (int request = 0; request < 100_000; request++) {
      byte[] payload = KvPayloads.random(random);
      assertThat(payload.length == 0 ? 0 : payload[0] & 0x7F).isNotIn(flush, flushAll);
      assertThat(new String(payload, ISO_8859_1)).doesNotContain("register:");
    }
  }
}

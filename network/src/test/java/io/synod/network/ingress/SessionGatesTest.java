package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SessionGatesTest {

  @Test
  void gates_are_found_as_in_a_map_whatever_the_order() {
    Random random = new Random(7);
    SessionGates gates = new SessionGates(50);
    Map<Long, SessionGate> expected = new HashMap<>();
    for (int step = 0; step < 100_000; step++) {
      long session = random.nextInt(80);
      SessionGate gate = gates.find(session);
      assertThat(gate).isSameAs(expected.get(session));
      assertThat(gates.isFull()).isEqualTo(expected.size() == 50);
      if (gate != null && random.nextInt(3) == 0) {
        gates.remove(gate);
        expected.remove(session);
      } else if (gate == null && !gates.isFull()) {
        expected.put(session, gates.add(session));
      }
    }
  }
}

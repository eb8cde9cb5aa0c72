package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class ReplicaStatusTest {

  @Test
  void a_replica_sends_its_status() throws Exception {
    try (FakeReplica replica = new FakeReplica(3)) {
      assertThat(ReplicaStatus.fetch(replica.address(), Duration.ofSeconds(5)))
          .isEqualTo("{\"replica\":3}");
    }
  }

  @Test
  void the_longest_time_is_a_time() throws Exception {
    try (FakeReplica replica = new FakeReplica(3)) {
      assertThat(ReplicaStatus.fetch(replica.address(), ChronoUnit.FOREVER.getDuration()))
          .isEqualTo("{\"replica\":3}");
    }
  }

  @Test
  void a_dead_replica_is_named_with_the_reason() throws Exception {
    try (DeadPort dead = new DeadPort()) {
      assertThatThrownBy(() -> ReplicaStatus.fetch(dead.address(), Duration.ofSeconds(5)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(dead.text() + ": ")
          .hasMessageContaining("refused");
    }
  }

  @Test
  void a_deaf_replica_is_given_up_in_time() {
    try (FakeReplica replica = new FakeReplica(0)) {
      replica.deaf = true;
      assertThatThrownBy(() -> ReplicaStatus.fetch(replica.address(), Duration.ofSeconds(1)))
          .isInstanceOf(IOException.class)
          .hasMessage(
              replica.text()
                  + ": connected, but no answer within 1000 ms: the process hangs or gets no processor, or is no replica");
    }
  }

  @Test
  void another_program_at_the_port_is_recognized() {
    try (FakeReplica other = new FakeReplica(0)) {
      other.talksGarbage = true;
      assertThatThrownBy(() -> ReplicaStatus.fetch(other.address(), Duration.ofSeconds(10)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(other.text() + ": it broke the protocol: bad magic")
          .hasMessageEndingWith("; is this the client port of a replica?");
    }
  }
}

package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.event.Event;
import io.synod.core.message.Decided;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

/** A replica with a subscriber learns nothing of what the others decide. Its leader is alive. */
class StuckSourceTest {
  private static final View V1 = new View(1, 1);
  private static final int BACKLOG = 4;

  // Two election timeouts.
  private static final long ROUNDS = 10;

  private final Single single = new Single(Settings.of(3).backlogSlots(BACKLOG).window(2));

  @Test
  void one_whose_service_hangs_sends_no_keep_alives_so_that_subscribers_leave_it() {
    subscribe();
    decide(0, BACKLOG);
    assertThat(keepAlives(BACKLOG)).as("it knows all that is decided").isEqualTo(ROUNDS);

    decide(BACKLOG, BACKLOG + 1);
    assertThat(single.replica.decided()).isEqualTo(BACKLOG);
    assertStandstill(BACKLOG + 1);

    single.step(new Event.Executed(BACKLOG, null));
    decide(BACKLOG, BACKLOG + 1);
    assertThat(keepAlives(BACKLOG + 1)).as("the service goes on").isEqualTo(ROUNDS);
  }

  @Test
  void one_whose_disk_is_full_sends_none_either() {
    subscribe();
    decide(0, 1);
    single.step(new Event.StorageFull(true));
    assertThat(keepAlives(1)).as("it knows all that is decided").isEqualTo(ROUNDS);
    decide(1, 2);
    assertStandstill(2);
  }

  /** As while its disk hangs: then no batches are taken from the network. */
  @Test
  void one_that_receives_no_batches_sends_none_either() {
    subscribe();
    assertThat(keepAlives(0)).isEqualTo(ROUNDS);
    assertStandstill(1);
  }

  private void assertStandstill(long end) {
    assertThat(keepAlives(end)).as("for an election timeout").isBetween(ROUNDS / 2, ROUNDS / 2 + 1);
    assertThat(keepAlives(end)).as("behind that").isZero();
  }

  private void subscribe() {
    single.heartbeat(V1, 0);
    single.step(new Event.Subscribed("s", 0, 1 << 20, Settings.HEARTBEAT_NANOS));
  }

  private void decide(int first, int end) {
    for (int slot = first; slot < end; slot++) {
      single.accept(V1, slot, "s" + slot);
    }
    single.heartbeat(V1, end).endCycle();
  }

  /** While a leader sends heartbeats that has decided every slot before {@code end}. */
  private long keepAlives(long end) {
    single.out.clear();
    for (int rounds = 0; rounds < ROUNDS; rounds++) {
      single.pass(Settings.HEARTBEAT_NANOS).heartbeat(V1, end).endCycle();
    }
    return single.out.of(Effect.Streamed.class).stream()
        .filter(sent -> sent.message() instanceof Decided empty && empty.batches().isEmpty())
        .count();
  }
}

package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.SnapshotPart;
import io.synod.core.testing.Settings;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service has halted in slot 0, and no slot is free. The others' backlogs are larger. */
class HaltedServiceTest {
  private static final View V1 = new View(1, 1);
  private static final int BACKLOG = 4;
  private static final int LIMIT = BACKLOG + BACKLOG / 2 + 1;

  // Behind the slot that skips the request.
  private static final int DECIDED = LIMIT + 5;

  private final Single single = new Single(Settings.of(3).backlogSlots(BACKLOG).window(2));

  @BeforeEach
  void fill() {
    single.step(new Event.ServiceHalted(0, 0));
    for (int slot = 0; slot <= LIMIT; slot++) {
      single.accept(V1, slot, "s" + slot);
    }
    single.heartbeat(V1, LIMIT);
    assertThat(single.replica.decided()).isEqualTo(LIMIT);
    single.out.clear();
  }

  @Test
  void goes_on_with_a_snapshot_of_one_that_has_passed_the_request() {
    assertThat(fetches(1)).containsExactly(new FetchSnapshot(LIMIT + 1, 0, 1 << 16));
    single.receive(1, new SnapshotPart(LIMIT, 10, 0, new byte[10]));
    assertThat(single.out.lines()).as("of no use").doesNotContain("restore snapshot #" + LIMIT);
    fetches(2);
    single.receive(1, new SnapshotPart(DECIDED, 10, 0, new byte[10]));
    single.step(new Event.PartStored(DECIDED, 10, true));
    assertThat(single.out.lines()).contains("restore snapshot #" + DECIDED);
    single.step(new Event.Executed(DECIDED, single.replica.memberships()));
    assertThat(single.replica.decided()).isEqualTo(DECIDED);
    single.accept(V1, DECIDED, "next").heartbeat(V1, DECIDED + 1);
    assertThat(single.out.lines()).contains("deliver #" + DECIDED + " next");
  }

  @Test
  void fetches_nothing_while_nobody_has_decided_more() {
    for (int rounds = 0; rounds < 100; rounds++) {
      single.heartbeat(V1, LIMIT).pass(Settings.HEARTBEAT_NANOS);
    }
    assertThat(single.out.sent(FetchSnapshot.class)).isEmpty();
  }

  /** It would open no slot, although a quorum answers its heartbeats. */
  @Test
  void does_not_lead_those_that_have_decided_more() {
    View view = single.lead(2);
    assertThat(single.replica.leads()).isTrue();
    single.receive(1, new HeartbeatAck(view, 1, DECIDED, 0, 0));
    assertThat(single.out.events(ProtocolEvent.SteppedDown.class))
        .extracting(ProtocolEvent.SteppedDown::reason)
        .containsExactly("its service has halted, and others have decided more than it can keep");
    single.passAwake(10 * Settings.ELECTION_NANOS);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  /** Until it has asked so often. */
  private List<FetchSnapshot> fetches(int count) {
    for (int rounds = 0; single.out.sent(FetchSnapshot.class).size() < count; rounds++) {
      assertThat(rounds).isLessThan(100);
      single.heartbeat(V1, DECIDED).pass(Settings.HEARTBEAT_NANOS);
    }
    return single.out.sent(FetchSnapshot.class);
  }
}

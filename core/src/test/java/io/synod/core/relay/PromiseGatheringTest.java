package io.synod.core.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.Vote;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import io.synod.core.time.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseGatheringTest {
  private static final View VIEW = new View(5, 0);
  private static final ReplicaSet GROUP = ReplicaSet.of(1).with(2).with(3);
  private static final long TIMEOUT = 50;

  private final RecordedEffects out = new RecordedEffects();
  private final PromiseGathering gathering = new PromiseGathering(TIMEOUT, 600);

  private static Promise promise(View view, Vote... votes) {
    return new Promise(view, 0, 9, 9, List.of(votes), Settings.incarnations(5));
  }

  private void promises(int... replicas) {
    for (int replica : replicas) {
      gathering.onPromise(replica, promise(VIEW), out);
    }
  }

  private List<List<Integer>> sent() {
    List<List<Integer>> sent =
        out.sent(Promises.class).stream()
            .map(promises -> promises.gathered().stream().map(Promises.Gathered::replica).toList())
            .toList();
    out.clear();
    return sent;
  }

  @Test
  void the_candidate_receives_one_message_once_all_have_promised() {
    gathering.begin(VIEW, GROUP, 3, 0, out);
    promises(2, 1);
    assertThat(sent()).isEmpty();
    promises(3);
    assertThat(out.of(Effect.Sent.class).get(0).to()).isEqualTo(ReplicaSet.of(0));
    assertThat(sent()).containsExactly(List.of(2, 1, 3));
    assertThat(gathering.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
  }

  @Test
  void or_once_the_wanted_number_has_promised_and_then_after_each() {
    gathering.begin(VIEW, GROUP, 2, 0, out);
    promises(2, 1);
    assertThat(sent()).containsExactly(List.of(2, 1));
    promises(3);
    assertThat(sent()).containsExactly(List.of(3));
  }

  @Test
  void or_at_the_timeout() {
    gathering.begin(VIEW, GROUP, 3, 0, out);
    promises(2);
    gathering.onDeadline(TIMEOUT - 1, out);
    assertThat(sent()).isEmpty();
    gathering.onDeadline(TIMEOUT, out);
    assertThat(sent()).containsExactly(List.of(2));
    promises(3);
    assertThat(sent()).containsExactly(List.of(3));
  }

  @Test
  void promises_too_large_for_one_message_go_in_several() {
    gathering.begin(VIEW, GROUP, 3, 0, out);
    Vote vote = new Vote(3, new View(2, 2), false, Batches.batch("x".repeat(200)));
    gathering.onPromise(1, promise(VIEW, vote), out);
    gathering.onPromise(2, promise(VIEW, vote), out);
    assertThat(sent()).containsExactly(List.of(1));
    promises(3);
    assertThat(sent()).containsExactly(List.of(2, 3));
  }

  @Test
  void a_promise_of_another_view_or_of_another_replica_goes_on_alone() {
    gathering.begin(VIEW, GROUP, 3, 0, out);
    gathering.onPromise(1, promise(new View(4, 4)), out);
    promises(4);
    assertThat(sent()).containsExactly(List.of(1), List.of(4));
  }

  @Test
  void a_later_view_takes_the_place_and_an_earlier_one_does_not() {
    gathering.begin(VIEW, GROUP, 3, 0, out);
    promises(1);
    View later = new View(6, 4);
    gathering.begin(later, GROUP, 1, 0, out);
    assertThat(sent()).containsExactly(List.of(1));
    gathering.begin(VIEW, GROUP, 1, 0, out);
    gathering.onPromise(2, promise(later), out);
    assertThat(out.of(Effect.Sent.class).get(0).to()).isEqualTo(ReplicaSet.of(4));
  }
}

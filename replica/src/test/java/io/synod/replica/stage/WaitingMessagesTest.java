package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.replica.stage.WaitingMessages.Waiting;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WaitingMessagesTest {
  private static final View VIEW = new View(1, 0);
  private static final ReplicaSet PEER = ReplicaSet.of(1);
  private static final Prepare SMALL = new Prepare(VIEW, 0);

  private final WaitingMessages messages = new WaitingMessages();

  private boolean add(long records, Message message) {
    return messages.add(new Waiting(records, 0, PEER, message));
  }

  @Test
  void a_message_leaves_once_the_records_before_it_are_durable() {
    add(1, SMALL);
    add(3, SMALL);
    assertThat(messages.poll(0)).isNull();
    assertThat(messages.poll(2)).isEqualTo(new Waiting(1, 0, PEER, SMALL));
    assertThat(messages.poll(2)).isNull();
    assertThat(messages.poll(3)).isEqualTo(new Waiting(3, 0, PEER, SMALL));
  }

  @Test
  void small_messages_are_lost_beyond_the_bound_and_taken_again_below_it() {
    int taken = 0;
    while (add(1, SMALL)) {
      taken++;
    }
    assertThat(taken).isEqualTo(8192);
    messages.poll(1);
    assertThat(add(1, SMALL)).isTrue();
    assertThat(add(1, SMALL)).isFalse();
  }

  @Test
  void promises_with_many_votes_take_more_of_the_bound() {
    Incarnations incarnations =
        new Incarnations(List.of(new Incarnation(1, 1), new Incarnation(1, 2)));
    List<Vote> votes = Collections.nCopies(10_000, new Vote(0, VIEW, false, Batch.NOOP));
    Promise promise = new Promise(VIEW, 0, 0, 0, votes, incarnations);
    assertThat(add(1, promise)).isTrue();
    assertThat(add(1, promise)).isTrue();
    assertThat(add(1, promise)).isFalse();
    assertThat(add(1, SMALL)).isTrue();
  }

  @Test
  void one_message_waits_however_large() {
    Incarnations incarnations = new Incarnations(List.of(new Incarnation(1, 1)));
    List<Vote> votes = Collections.nCopies(100_000, new Vote(0, VIEW, false, Batch.NOOP));
    assertThat(add(1, new Promise(VIEW, 0, 0, 0, votes, incarnations))).isTrue();
    assertThat(add(1, SMALL)).isFalse();
  }
}

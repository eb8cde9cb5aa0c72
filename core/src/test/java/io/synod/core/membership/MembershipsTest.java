package io.synod.core.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.testing.Batches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipsTest {
  private static final int ALPHA = 4;
  private static final Membership FIRST = Membership.of(Quorums.majority(3), ALPHA);

  @Test
  void a_change_begins_alpha_slots_behind_it() {
    Memberships memberships = after(Memberships.beginning(FIRST), 10, change(1));
    assertThat(memberships.current()).isEqualTo(FIRST);
    assertThat(memberships.next().first()).isEqualTo(14);
    for (long slot = 11; slot < 13; slot++) {
      memberships = memberships.after(slot, Batch.NOOP);
      assertThat(memberships.current().number()).isZero();
    }
    memberships = memberships.after(13, Batches.batch("last of the fence"));
    assertThat(memberships.current().number()).isEqualTo(1);
    assertThat(memberships.next()).isNull();
  }

  @Test
  void only_the_first_change_of_a_membership_counts() {
    Memberships memberships = after(Memberships.beginning(FIRST), 10, change(1));
    Membership chosen = memberships.next();
    assertThat(after(memberships, 11, change(1, 99)).next()).isEqualTo(chosen);
  }

  @Test
  void only_the_next_number_counts() {
    for (long number : new long[] {0, 2, 7}) {
      Memberships beginning = Memberships.beginning(FIRST);
      assertThat(after(beginning, 10, change(number))).isSameAs(beginning);
    }
  }

  @Test
  void a_change_of_another_cluster_is_a_no_op() {
    Membership next = change(1);
    Membership other =
        new Membership(1, 0, ALPHA, next.members(), 0, 0, ReplicaSet.EMPTY, FIRST.cluster() + 1);
    Memberships beginning = Memberships.beginning(FIRST);
    assertThat(after(beginning, 10, other)).isSameAs(beginning);
    Memberships foreign = new Memberships(other, null);
    assertThat(Memberships.decoded(foreign.encoded(), FIRST)).isEqualTo(beginning);
    Membership theirs =
        new Membership(0, 0, ALPHA, FIRST.members(), 0, 0, ReplicaSet.EMPTY, FIRST.cluster() + 1);
    Memberships pending = new Memberships(theirs, other.beginningAt(14));
    assertThat(Memberships.decoded(pending.encoded(), FIRST)).isEqualTo(beginning);
  }

  @Test
  void an_entry_that_is_no_membership_is_a_no_op() {
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + 3];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 3, 0, BatchEntry.MEMBERSHIP, 0);
    Memberships beginning = Memberships.beginning(FIRST);
    assertThat(beginning.after(10, Batch.close(bytes, 0, 1))).isSameAs(beginning);
  }

  @Test
  void encoded_memberships_are_decoded_equal() {
    Memberships pending = after(Memberships.beginning(FIRST), 10, change(1));
    assertThat(Memberships.decoded(pending.encoded(), FIRST)).isEqualTo(pending);
    Memberships second = pending.after(11, Batch.NOOP).after(12, Batch.NOOP).after(13, Batch.NOOP);
    assertThat(Memberships.decoded(second.encoded(), FIRST)).isEqualTo(second);
    Memberships third = after(second, 20, change(2));
    assertThat(Memberships.decoded(third.encoded(), FIRST)).isEqualTo(third);
  }

  @Test
  void damaged_bytes_are_refused() {
    byte[] whole = after(Memberships.beginning(FIRST), 10, change(1)).encoded();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Memberships.decoded(cut, FIRST))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Memberships after(Memberships memberships, long slot, Membership proposed) {
    return memberships.after(slot, ChangeEntry.batch(proposed, 0));
  }

  private static Membership change(long number) {
    return change(number, 5);
  }

  private static Membership change(long number, int added) {
    List<MemberEntry> members = new ArrayList<>(FIRST.members());
    int free = added % ReplicaSet.NUMBERS;
    if (free > 2) {
      members.add(new MemberEntry(free, number, "h:1", "h:2", 7, new Incarnation(1, 44)));
    }
    return new Membership(number, 0, ALPHA, members, 0, 0, ReplicaSet.EMPTY, FIRST.cluster());
  }
}

package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.replica.LogLines;
import io.synod.replica.config.SynodConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownMembersTest {
  private static final int ALPHA = 512;

  private final KnownMembers members =
      new KnownMembers(
          0,
          SynodConfig.builder()
              .clusterName("known")
              .replica(0, "10.0.0.1", 7100, 7200)
              .replica(1, "::1", 7100, 7200)
              .build()
              .cluster());

  @Test
  void a_member_that_the_file_has_elsewhere_is_named_with_both_addresses() {
    assertThat(LogLines.of(() -> members.enter(membership("10.0.0.9:7100", "10.0.0.1:7200"))))
        .containsExactly(
            "replica 0: replica 0 is at 10.0.0.9:7100 (clients 10.0.0.1:7200) since a change of the members, but at"
                + " 10.0.0.1:7100 (clients 10.0.0.1:7200) in its configuration; the change counts: correct the"
                + " configuration, or if the replica has moved, run 'synod member move'");
    assertThat(LogLines.of(() -> members.enter(membership("10.0.0.1:7100", "10.0.0.9:7200"))))
        .hasSize(1);
  }

  @Test
  void nothing_is_said_of_members_that_are_where_the_file_has_them_or_that_it_does_not_have() {
    assertThat(LogLines.of(() -> members.enter(membership("10.0.0.1:7100", "10.0.0.1:7200"))))
        .isEmpty();
  }

  /** The last one is not in the file. */
  private static Membership membership(String peers, String clients) {
    return new Membership(
        1,
        ALPHA,
        ALPHA,
        List.of(
            member(0, peers, clients),
            member(1, "[::1]:7100", "[::1]:7200"),
            member(2, "10.0.0.3:7100", "10.0.0.3:7200")),
        Membership.MAJORITY,
        Membership.MAJORITY,
        ReplicaSet.EMPTY,
        0);
  }

  private static MemberEntry member(int number, String peers, String clients) {
    return new MemberEntry(number, 0, peers, clients, 0, Incarnation.UNKNOWN);
  }
}

package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Quorums;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShownMembershipTest {

  /** An operator may have given it: who reads the status must not fail at it. */
  @Test
  void an_address_with_quotes_and_backslashes_is_a_string_of_json() {
    Membership current = Membership.of(Quorums.majority(1), 64);
    MemberEntry odd = new MemberEntry(0, 0, "\"db\":7100", "a\\b:7200", 0, Incarnation.UNKNOWN);
    assertThat(new ShownMembership(current, null, true, List.of(odd)).json().toString())
        .contains("\"peer\":\"\\\"db\\\":7100\",\"client\":\"a\\\\b:7200\"");
  }
}

package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KnownAddressesTest {
  private final KnownAddresses known =
      new KnownAddresses(List.of(HostPort.parse("a:1"), HostPort.parse("b:2")));

  private static Members members(long number, String... addresses) {
    List<Members.Member> members = new ArrayList<>();
    for (String address : addresses) {
      members.add(new Members.Member(members.size(), address));
    }
    return new Members(number, members);
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    for (int index = 0; index < known.size(); index++) {
      all.add(HostPort.text(known.at(index)));
    }
    return all;
  }

  @Test
  void members_take_the_place_of_the_contacts() {
    assertThat(all()).containsExactly("a:1", "b:2");
    known.onMembers(members(1, "b:2", "c:3", "d:4"));
    assertThat(all()).containsExactly("b:2", "c:3", "d:4");
  }

  @Test
  void a_replica_that_lags_does_not_bring_back_the_members_of_an_earlier_membership() {
    known.onMembers(members(7, "c:3"));
    known.onMembers(members(6, "a:1"));
    assertThat(all()).containsExactly("c:3");
    known.onMembers(members(8, "d:4"));
    assertThat(all()).containsExactly("d:4");
  }

  @Test
  void after_a_round_in_vain_the_contacts_are_tried_until_a_replica_reports_the_members() {
    known.onRoundInVain();
    assertThat(all()).containsExactly("a:1", "b:2");
    known.onMembers(members(7, "b:2", "c:3"));
    known.onRoundInVain();
    known.onRoundInVain();
    assertThat(all()).containsExactly("b:2", "c:3", "a:1");
    known.onMembers(members(7, "b:2", "c:3"));
    assertThat(all()).containsExactly("b:2", "c:3");
  }

  @Test
  void an_index_of_a_longer_list_stays_one_of_a_shorter_list() {
    known.onMembers(members(1, "c:3"));
    assertThat(known.at(1)).isEqualTo(InetSocketAddress.createUnresolved("c", 3));
  }

  @Test
  void members_without_addresses_are_malformed() throws MalformedFrame {
    Members good = members(1, "[::1]:7200", "c:3");
    assertThat(KnownAddresses.checked(good)).isSameAs(good);
    assertThatThrownBy(() -> KnownAddresses.checked(members(1, "c:3", "nowhere")))
        .isInstanceOf(MalformedFrame.class)
        .hasMessage("address of a member: \"nowhere\" is not host:port");
  }
}

package io.synod.replica.assembly;

import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.replica.config.ClusterConfig;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.instrumentation.JsonFields;
import java.util.ArrayList;
import java.util.List;

/**
 * The membership of a replica as people see it.
 *
 * @param current decides the first undecided slot
 * @param next begins at its first slot; null if no change is decided
 * @param isSettled whether the current one has decided a slot, so that it can be changed
 * @param members of the current one, with the addresses of the properties file where the membership
 *     has none
 */
public record ShownMembership(
    Membership current, Membership next, boolean isSettled, List<MemberEntry> members) {

  static ShownMembership of(Memberships memberships, long decided, SynodConfig config) {
    Membership current = memberships.current();
    boolean isSettled = current.number() == 0 || decided > current.first();
    List<MemberEntry> members = new ArrayList<>();
    for (MemberEntry member : current.members()) {
      members.add(withAddresses(member, config));
    }
    return new ShownMembership(current, memberships.next(), isSettled, members);
  }

  private static MemberEntry withAddresses(MemberEntry member, SynodConfig config) {
    ClusterConfig cluster = config.cluster();
    int number = member.number();
    if (!member.peerAddress().isEmpty() || !cluster.ids().contains(number)) {
      return member;
    }
    ReplicaAddress address = cluster.replica(number);
    int ofFile = config.election().priorities().byReplica().getOrDefault(number, 0);
    return new MemberEntry(
        number,
        member.since(),
        address.peerText(),
        address.clientText(),
        member.priority() == 0 ? ofFile : member.priority(),
        member.incarnation());
  }

  /** As a JSON object. */
  JsonFields json() {
    List<JsonFields> shown = new ArrayList<>();
    for (MemberEntry member : members) {
      shown.add(
          new JsonFields()
              .put("number", member.number())
              .put("peer", member.peerAddress())
              .put("client", member.clientAddress())
              .put("priority", member.priority()));
    }
    return new JsonFields()
        .put("number", current.number())
        .put("first", current.first())
        .put("alpha", current.alpha())
        .put("settled", isSettled)
        .put("phase1", current.phase1())
        .put("phase2", current.phase2())
        .put(
            "next",
            next == null
                ? null
                : new JsonFields().put("number", next.number()).put("first", next.first()))
        .put("former", current.former().numbers())
        .put("members", shown);
  }
}

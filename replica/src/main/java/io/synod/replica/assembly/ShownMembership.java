package io.synod.replica.assembly;

import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.replica.config.ClusterConfig;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
  String json() {
    StringBuilder json = new StringBuilder(256);
    json.append(
        String.format(
            Locale.ROOT,
            "{\"number\":%d,\"first\":%d,\"alpha\":%d,\"settled\":%s,",
            current.number(),
            current.first(),
            current.alpha(),
            isSettled));
    json.append(
        String.format(
            Locale.ROOT, "\"phase1\":%d,\"phase2\":%d,", current.phase1(), current.phase2()));
    json.append("\"next\":");
    json.append(
        next == null
            ? "null"
            : String.format(
                Locale.ROOT, "{\"number\":%d,\"first\":%d}", next.number(), next.first()));
    json.append(",\"former\":[");
    String between = "";
    for (int former : current.former().numbers()) {
      json.append(between).append(former);
      between = ",";
    }
    json.append("],\"members\":[");
    String comma = "";
    for (MemberEntry member : members) {
      json.append(comma);
      json.append(
          String.format(
              Locale.ROOT,
              "{\"number\":%d,\"peer\":\"%s\",\"client\":\"%s\",\"priority\":%d}",
              member.number(),
              escaped(member.peerAddress()),
              escaped(member.clientAddress()),
              member.priority()));
      comma = ",";
    }
    return json.append("]}").toString();
  }

  /** An address has visible characters of ASCII only. */
  private static String escaped(String address) {
    return address.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}

package io.synod.network.transport;

import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The addresses at which a client or a subscriber looks for replicas. It begins with its contacts,
 * the addresses that it was built with. Members that a replica reports take their place. After a
 * whole round in vain the contacts are tried, too. Confined to the event loop.
 */
public final class KnownAddresses {
  private final List<InetSocketAddress> contacts;
  private final boolean isFixed;
  private List<InetSocketAddress> addresses;

  // Of the membership that was reported; 0 while none was.
  private long number;
  private List<InetSocketAddress> members = List.of();

  /**
   * @param contacts at least one
   */
  public KnownAddresses(List<InetSocketAddress> contacts) {
    this(contacts, false);
  }

  private KnownAddresses(List<InetSocketAddress> contacts, boolean isFixed) {
    this.contacts = List.copyOf(contacts);
    this.isFixed = isFixed;
    addresses = this.contacts;
  }

  /** Addresses of learners. Members that a replica reports do not replace them. */
  public static KnownAddresses fixed(List<InetSocketAddress> addresses) {
    return new KnownAddresses(addresses, true);
  }

  /** A frame whose addresses are addresses. */
  public static Members checked(Members reported) throws MalformedFrame {
    try {
      parsed(reported);
      return reported;
    } catch (IllegalArgumentException notAnAddress) {
      throw new MalformedFrame(
          MalformedFrame.Kind.BODY, "address of a member: %s", notAnAddress.getMessage());
    }
  }

  private static List<InetSocketAddress> parsed(Members reported) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (Members.Member member : reported.members()) {
      addresses.add(HostPort.parse(member.address()));
    }
    return addresses;
  }

  public int size() {
    return addresses.size();
  }

  /**
   * @param index of one after the other; goes on behind the last one with the first one
   */
  public InetSocketAddress at(int index) {
    return addresses.get(index % addresses.size());
  }

  /**
   * A replica reports the members. Those of an earlier membership than the known one are old.
   *
   * @param reported {@link #checked}
   */
  public void onMembers(Members reported) {
    if (!isFixed && reported.number() >= number) {
      number = reported.number();
      members = List.copyOf(parsed(reported));
      addresses = members;
    }
  }

  /** No address has led to a replica that serves: all members may have moved meanwhile. */
  public void onRoundInVain() {
    if (!members.isEmpty()) {
      Set<InetSocketAddress> all = new LinkedHashSet<>(members);
      all.addAll(contacts);
      addresses = List.copyOf(all);
    }
  }
}

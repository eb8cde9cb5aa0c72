package io.synod.client;

import io.synod.network.transport.HostPort;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Addresses in words: {@code host:port}, an IPv6 host in brackets. */
public final class ReplicaAddresses {
  private ReplicaAddresses() {}

  /**
   * Addresses separated by commas.
   *
   * @throws IllegalArgumentException if one is not an address
   */
  public static List<InetSocketAddress> parseAll(String text) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      addresses.add(parse(part.strip()));
    }
    return addresses;
  }

  /**
   * One address, not resolved yet.
   *
   * @throws IllegalArgumentException if it is not an address
   */
  public static InetSocketAddress parse(String text) {
    return HostPort.parse(text);
  }

  /** The address as the user knows it. */
  public static String text(InetSocketAddress address) {
    return HostPort.text(address);
  }
}

package io.synod.network.transport;

import java.net.InetSocketAddress;

/** Addresses in words: {@code host:port}, an IPv6 host in brackets. */
public final class HostPort {
  private HostPort() {}

  /** The address as the user knows it: nothing is looked up. */
  public static String text(InetSocketAddress address) {
    return text(address.getHostString(), address.getPort());
  }

  public static String text(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}

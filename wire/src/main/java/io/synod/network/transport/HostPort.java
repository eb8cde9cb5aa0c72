package io.synod.network.transport;

import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/** Addresses in words: {@code host:port}, an IPv6 host in brackets. */
public final class HostPort {
  private static final int PORT_MAX = 65_535;

  // As 0.0.0.0 and ::, at which a server may listen.
  private static final Pattern WILDCARD = Pattern.compile("[0.:]+");

  private HostPort() {}

  /**
   * One address that another machine may connect to, not looked up.
   *
   * @throws IllegalArgumentException if it is not an address, or one for each machine itself
   */
  public static InetSocketAddress parseReachable(String text) {
    InetSocketAddress address = parse(text);
    if (WILDCARD.matcher(address.getHostString()).matches()) {
      throw new IllegalArgumentException(
          "\"%s\": no other machine can connect to that address".formatted(text));
    }
    return address;
  }

  /** The address as the user knows it: nothing is looked up. */
  public static String text(InetSocketAddress address) {
    return text(address.getHostString(), address.getPort());
  }

  /**
   * One address, not looked up.
   *
   * @throws IllegalArgumentException if it is not an address
   */
  public static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          ("\"%s\" is not host:port; only an IPv6 host has colons, and stands in brackets:"
                  + " [::1]:7200")
              .formatted(text));
    }
    if (host.isEmpty()) {
      throw new IllegalArgumentException("\"%s\" is not host:port".formatted(text));
    }
    return InetSocketAddress.createUnresolved(host, port(text, text.substring(colon + 1)));
  }

  private static int port(String text, String digits) {
    boolean number = !digits.isEmpty() && digits.length() <= 5;
    for (int at = 0; at < digits.length(); at++) {
      number &= digits.charAt(at) >= '0' && digits.charAt(at) <= '9';
    }
    int port = number ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "\"%s\": the port must be 1 to %d".formatted(text, PORT_MAX));
    }
    return port;
  }

  public static String text(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}

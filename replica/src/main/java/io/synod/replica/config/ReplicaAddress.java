package io.synod.replica.config;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The addresses of one replica.
 *
 * @param host name or address, an IPv6 one without brackets; looked up by the side that connects
 * @param peerPort for the other replicas
 * @param clientPort for clients
 */
public record ReplicaAddress(String host, int peerPort, int clientPort) {
  static final String SHAPE = "host:peer-port:client-port";

  static final int PORT_MAX = 65_535;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,252})");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%[\\w.-]+)?");

  // As 0.0.0.0 and ::, at which a server may listen.
  private static final Pattern WILDCARD = Pattern.compile("[0.:]+");
  private static final Pattern WRITTEN =
      Pattern.compile("(?:\\[([^\\]]*)]|([^:\\[\\]]*)):(\\d{1,9}):(\\d{1,9})");

  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(?:\\[([^\\]]+)]|([^:\\[\\]]+)):(\\d{1,5})");

  public ReplicaAddress {
    if (!NAME.matcher(host).matches() && !IPV6.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a host name or address".formatted(Text.shortened(host)));
    }
    if (WILDCARD.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "no other machine can connect to '%s', and the members get this address; write the name or address by which they reach the replica"
              .formatted(host));
    }
    checkPort("peer port", peerPort);
    checkPort("client port", clientPort);
  }

  private static void checkPort(String name, int port) {
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("%s %d is not 1 to %d".formatted(name, port, PORT_MAX));
    }
  }

  /**
   * Reads {@code host:peer-port:client-port}; an IPv6 address stands in brackets.
   *
   * @throws IllegalArgumentException if it is not one, with the reason
   */
  public static ReplicaAddress parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not %s (an IPv6 address in brackets)".formatted(Text.shortened(text), SHAPE));
    }
    boolean bracketed = matcher.group(1) != null;
    String host = bracketed ? matcher.group(1) : matcher.group(2);
    if (bracketed && host.indexOf(':') < 0) {
      throw new IllegalArgumentException(
          "'" + Text.shortened(host) + "' is not an IPv6 address, yet stands in brackets");
    }
    return new ReplicaAddress(
        host, Integer.parseInt(matcher.group(3)), Integer.parseInt(matcher.group(4)));
  }

  /** Unresolved, so that every connection looks the name up anew. */
  public InetSocketAddress peer() {
    return InetSocketAddress.createUnresolved(host, peerPort);
  }

  /** Unresolved, so that every connection looks the name up anew. */
  public InetSocketAddress client() {
    return InetSocketAddress.createUnresolved(host, clientPort);
  }

  /**
   * Reads {@code host:port} as {@link #peerText} writes it, unresolved; null if it is nothing such.
   */
  public static InetSocketAddress unresolved(String text) {
    Matcher matcher = HOST_AND_PORT.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > PORT_MAX) {
      return null;
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return InetSocketAddress.createUnresolved(host, Integer.parseInt(matcher.group(3)));
  }

  /** {@code host:port}, as replicas send it to clients. */
  public String clientText() {
    return writtenHost() + ":" + clientPort;
  }

  /** {@code host:port} of the peer port. */
  public String peerText() {
    return writtenHost() + ":" + peerPort;
  }

  private String writtenHost() {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  /** As it stands in a configuration. */
  @Override
  public String toString() {
    return writtenHost() + ":" + peerPort + ":" + clientPort;
  }
}

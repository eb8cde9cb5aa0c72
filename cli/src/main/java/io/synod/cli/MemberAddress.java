package io.synod.cli;

import io.synod.client.MembershipChange;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The addresses of a member, as {@code host:peer-port:client-port}. */
public final class MemberAddress implements ITypeConverter<MemberAddress> {
  private final String peer;
  private final String client;

  /** The constructor for picocli. */
  public MemberAddress() {
    this("", "");
  }

  private MemberAddress(String peer, String client) {
    this.peer = peer;
    this.client = client;
  }

  String host() {
    return peer.substring(0, peer.lastIndexOf(':'));
  }

  /** As {@code host:port}. */
  String peer() {
    return peer;
  }

  /** As {@code host:port}. */
  String client() {
    return client;
  }

  @Override
  public MemberAddress convert(String text) {
    return of(text);
  }

  static MemberAddress of(String text) {
    int last = text.lastIndexOf(':');
    int middle = last < 0 ? -1 : text.lastIndexOf(':', last - 1);
    if (middle < 0) {
      throw new TypeConversionException("'" + text + "' is not HOST:PEER:CLIENT");
    }
    String peer = text.substring(0, last);
    String client = text.substring(0, middle) + text.substring(last);
    try {
      MembershipChange.NONE.move(0, peer, client);
    } catch (IllegalArgumentException notAnAddress) {
      throw new TypeConversionException(notAnAddress.getMessage());
    }
    return new MemberAddress(peer, client);
  }
}

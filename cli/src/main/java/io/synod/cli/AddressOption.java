package io.synod.cli;

import io.synod.client.ReplicaAddresses;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A network address: {@code host:port}, an IPv6 host in brackets. */
final class AddressOption implements ITypeConverter<InetSocketAddress> {

  @Override
  public InetSocketAddress convert(String text) {
    try {
      InetSocketAddress address = ReplicaAddresses.parse(text);
      return new InetSocketAddress(address.getHostString(), address.getPort());
    } catch (IllegalArgumentException no) {
      throw new TypeConversionException(no.getMessage());
    }
  }
}

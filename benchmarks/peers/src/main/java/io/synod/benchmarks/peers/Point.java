package io.synod.benchmarks.peers;

import io.synod.benchmarks.peers.server.Durability;
import java.util.Locale;

/**
 * A point at which systems are compared.
 *
 * @param durability of their logs
 * @param requestBytes payload of a request
 * @param outstanding requests in flight at any time
 */
record Point(Durability durability, int requestBytes, int outstanding) {

  String mode() {
    return durability.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "%s, %,d B, %,d outstanding".formatted(mode(), requestBytes, outstanding);
  }
}

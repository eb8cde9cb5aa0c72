package io.synod.benchmarks.peers;

import io.synod.benchmarks.peers.server.Durability;
import java.util.Locale;

/**
 * At what systems are compared with each other.
 *
 * @param durability of their logs
 * @param requestBytes payload of a request
 * @param outstanding requests on their way at any time
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

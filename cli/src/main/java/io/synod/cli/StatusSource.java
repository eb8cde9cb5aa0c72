package io.synod.cli;

import java.net.InetSocketAddress;
import java.time.Duration;

/** The source of a replica's status. Blocks; several threads call it concurrently. */
@FunctionalInterface
interface StatusSource {

  /**
   * @return one JSON object
   * @throws Exception if no answer arrives in time; the message says why
   */
  String fetch(InetSocketAddress clientPort, Duration timeout) throws Exception;
}

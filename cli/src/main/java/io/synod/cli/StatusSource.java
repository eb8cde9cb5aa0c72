package io.synod.cli;

import java.net.InetSocketAddress;
import java.time.Duration;

/** Where a replica's status comes from. Blocks; several threads ask at a time. */
@FunctionalInterface
interface StatusSource {

  /**
   * @return one JSON object
   * @throws Exception if there is no answer in time; the message says why
   */
  String fetch(InetSocketAddress clientPort, Duration timeout) throws Exception;
}

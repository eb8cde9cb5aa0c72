package io.synod.chaos.hostile.attack;

import java.io.IOException;

/** An attacker's behaviour on one connection, in small steps. */
@FunctionalInterface
interface Script {

  /**
   * @return false to close this connection and open another one in its place
   * @throws IOException if the replica has ended the connection
   */
  boolean tick(Line line) throws IOException;
}

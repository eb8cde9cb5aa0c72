package io.synod.chaos.hostile.attack;

import java.io.IOException;

/** What an attacker does over one connection, a little at each tick. */
@FunctionalInterface
interface Script {

  /**
   * @return false if this connection is to be closed, and another one opened in its place
   * @throws IOException if the replica has ended the connection
   */
  boolean tick(Line line) throws IOException;
}

/** The client of a cluster. */
module io.synod.client {
  requires transitive io.netty.transport;
  requires transitive io.synod.core;
  requires io.synod.wire;

  exports io.synod.client;
}

/** The wire format and the sockets, for Synod's own modules. */
@SuppressWarnings("module")
module io.synod.wire {
  requires transitive io.netty.buffer;
  requires transitive io.netty.common;
  requires transitive io.netty.transport;
  requires transitive io.synod.core;
  requires transitive org.slf4j;
  requires io.netty.transport.classes.epoll;
  requires io.netty.transport.classes.io_uring;

  // For Synod's own modules.
  exports io.synod.network.transport to
      io.synod.client,
      io.synod.log,
      io.synod.network,
      io.synod.replica;
  exports io.synod.network.wire to
      io.synod.client,
      io.synod.log,
      io.synod.network,
      io.synod.replica;
}

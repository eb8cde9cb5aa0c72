package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Where replies go. Any thread. */
public interface ClientConnection {

  /** Unique among the connections of one ingress, for log lines. */
  long id();

  /** For buffers that are sent here. */
  ByteBufAllocator allocator();

  /**
   * Sends whole frames with one write and one flush; never waits. Takes over {@code frames}, and
   * releases them if the connection has ended. A client that leaves too much unread is
   * disconnected.
   */
  void send(ByteBuf frames);
}

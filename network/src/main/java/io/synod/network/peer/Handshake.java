package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;

/**
 * The opening of a connection: one implementation for the replica that dials, one for the other.
 */
interface Handshake {

  /** The connection stands. */
  void begin(PeerConnection connection);

  /** A frame has come before the connection was opened: opens, refuses or fails. */
  void onFrame(PeerConnection connection, FrameType type, ByteBuf body) throws MalformedFrame;

  /** Whether the other side may end the connection without a word, as no trouble. */
  default boolean mayBeDropped() {
    return false;
  }

  /** The peer at the other end if it is known before it says so, else null. */
  PeerLink expected();
}

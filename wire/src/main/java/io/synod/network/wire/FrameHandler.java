package io.synod.network.wire;

import io.netty.buffer.ByteBuf;

/** Receives the frames of one connection, on its event loop. */
public interface FrameHandler {

  /**
   * A whole frame whose checksum holds.
   *
   * @param body from reader to writer index; valid during the call, to be retained for longer
   * @throws MalformedFrame if the frame is not allowed here or its body is malformed
   */
  void onFrame(FrameType type, ByteBuf body) throws MalformedFrame;

  /** All frames that one read of the socket brought have been handed over. */
  void onReadComplete();

  /** The connection is not understood any more and must be closed. Called once; nothing follows. */
  void onMalformed(MalformedFrame reason);
}

package io.synod.replica.stage;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.network.ingress.ClientConnection;

/** A connection that takes all that is sent to it and keeps nothing. */
class QuietClient implements ClientConnection {
  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public ByteBufAllocator allocator() {
    return ByteBufAllocator.DEFAULT;
  }

  @Override
  public boolean takesReplies() {
    return true;
  }

  @Override
  public void awaitReplies() {}

  @Override
  public void eventsFollow() {}

  @Override
  public void sessionClosed(long session) {}

  @Override
  public boolean hadSessions() {
    return true;
  }

  @Override
  public void forgotten() {}

  @Override
  public void send(ByteBuf frames) {
    frames.release();
  }
}

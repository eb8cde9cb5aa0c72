package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.message.Message;
import io.synod.network.wire.MessageCodec;

/** The connection to one client, for its replies. Any thread. */
public interface ClientConnection {

  /** Whether it has not ended; an ended one does not open again. */
  boolean isOpen();

  /** For buffers that are sent here. */
  ByteBufAllocator allocator();

  /**
   * Whether to make answers for it: what waits for its socket is below its bound, and what waits
   * for all clients is below theirs.
   */
  boolean takesReplies();

  /** {@link IngressListener#onTakesReplies} is called once {@link #takesReplies}, perhaps here. */
  void awaitReplies();

  /** One call of {@link IngressListener#onWantEvents} is done with; a client may make a few. */
  void eventsFollow();

  /**
   * A session that the client has closed here is closed: its place is free. Of no effect if the
   * connection has ended, or another one has taken the session over.
   */
  void sessionClosed(long session);

  /** Whether a session was ever on it. Behind {@link IngressListener#onClosed}. */
  boolean hadSessions();

  /**
   * {@link IngressListener#onClosed} is done with: the places of its sessions are free. Until then
   * nothing is kept for more sessions than may be, however often clients come and go. Called once.
   */
  void forgotten();

  /**
   * Sends whole frames with one write and one flush; never waits. Takes over {@code frames}, and
   * releases them if the connection has ended. A client that leaves too much unread is
   * disconnected.
   */
  void send(ByteBuf frames);

  /** Sends a message of the protocol to a subscriber. */
  default void send(Message message) {
    send(new MessageCodec().encode(message, allocator()));
  }
}

package io.synod.replica.stage;

import io.synod.core.execution.ReplyStatus;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.wire.ReplyFrameWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One connection: the sessions whose replies go there, and the replies that have not left. Confined
 * to the service thread.
 */
final class ReplyOutlet {
  final ClientConnection connection;
  final ReplyFrameWriter replies;

  // In the order in which they were added.
  final Map<Long, ReplyRoute> routes = new LinkedHashMap<>();
  final List<ReplyRoute> held = new ArrayList<>(1);
  boolean isPending;

  // Of the replies in the buffer that is begun.
  int bytes;
  boolean isBegun;

  // Of the buffer that is begun: until it leaves, no more can wait for the connection.
  private boolean takes;

  ReplyOutlet(ClientConnection connection, int frameBytesMax) {
    this.connection = connection;
    replies = ReplyFrameWriter.replies(connection.allocator(), frameBytesMax);
  }

  ReplyRoute oldest() {
    return routes.values().iterator().next();
  }

  void forget(ReplyRoute route) {
    routes.remove(route.session);
    if (route.heldFrom != 0) {
      held.remove(route);
    }
  }

  void hold(ReplyRoute route) {
    held.add(route);
    if (held.size() == 1) {
      connection.awaitReplies();
    }
  }

  /** Whether answers may be made; asked of the connection once a buffer, not once a reply. */
  boolean takes() {
    return isBegun ? takes : connection.takesReplies();
  }

  /** Replies follow; there is none in the buffer. */
  void begin() {
    takes = connection.takesReplies();
    isBegun = true;
    replies.begin();
  }

  /** Returns how many bytes that adds. */
  int add(long session, long sequence, ReplyStatus status, byte[] answer) {
    replies.add(session, sequence, status, answer);
    int added = ReplyFrameWriter.REPLY_HEADER_BYTES + answer.length;
    bytes += added;
    return added;
  }

  /** Returns how many bytes have left. */
  int send() {
    if (!isBegun) {
      return 0;
    }
    int sent = bytes;
    bytes = 0;
    isBegun = false;
    connection.send(replies.finish());
    return sent;
  }

  void drop() {
    if (isBegun) {
      isBegun = false;
      bytes = 0;
      replies.finish().release();
    }
  }
}

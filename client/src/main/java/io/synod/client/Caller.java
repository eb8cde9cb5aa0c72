package io.synod.client;

import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Welcome;

/**
 * Receives the frames and events of a {@link Connection}. On the event loop; {@code now} is {@link
 * ClientLoop#now}.
 */
interface Caller {

  /** The replica that was dialled has welcomed this client. */
  void welcomed(Welcome welcome, long now);

  /** The connected replica reports the leader. */
  void leaderReported(Leadership leadership, long now);

  /** The connected replica reports the members of the cluster. */
  void membersReported(Members members, long now);

  /** The replica that was dialled has refused this client. */
  void refused(String reason, long now);

  /** The connection could not be made, or is gone. */
  void disconnected(String reason, long now);

  /** A reply to a request has come. */
  void replied(Reply reply, long now);

  /** A reply to a query has come. */
  void queryReplied(Reply reply, long now);

  /** Requests of a session were refused because too many wait. */
  void busy(long session, long from, long now);
}

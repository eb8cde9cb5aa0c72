package io.synod.network.ingress;

import io.synod.core.batcher.Requests;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.WantEvents;

/** Receives what clients send; called on the event loop of the connection, so never waits. */
public interface IngressListener {

  /**
   * @param requests the listener's own if it answers {@link Admission#ADMITTED}, else not to be
   *     kept
   */
  Admission admit(ClientConnection from, long session, Requests requests);

  /**
   * @param queries the listener's own if it answers {@link Admission#ADMITTED}, else not to be kept
   */
  Admission admitQueries(Queries queries);

  /** The leader, as far as this replica knows it. */
  Leadership leadership();

  /** The status of this replica. */
  String statusJson();

  /** Measures the bandwidth of this replica's links; a later status has the results. */
  void measureLinks();

  /** Keeps to {@code limits} for a time, if this replica leads and lets clients try some. */
  void tryLimits(BatchLimits limits, long nanos);

  /**
   * Transfers its leadership, if this replica leads; a later status shows the outcome.
   *
   * @param to the replica that is to lead; -1 for the one of the highest priority, and among equals
   *     the one that knows most
   */
  void moveLeader(int to);

  /**
   * Changes the members, if this replica leads; a later status shows the outcome.
   *
   * @param request as it came: the leader checks it
   */
  void changeMembers(MembershipRequest request);

  /**
   * Why the cluster cannot be raised to {@code version} now, as a sentence for the operator; null
   * if it can, as far as this replica knows.
   */
  String whyNotUpgrade(ClusterVersion version);

  /**
   * Why other limits of sessions cannot hold, as a sentence for the operator; null if they can, as
   * far as this replica knows.
   */
  String whyNotLimits(SessionLimits limits);

  /**
   * The limits of sessions that hold. Clients receive that of outstanding requests, and no more
   * sessions than that of open ones come over all connections.
   */
  SessionSettings sessionLimits();

  /** The members of the cluster, for clients; null if a client need not know them. */
  Members members();

  /** Takes a snapshot of all that was decided; a later status shows its end. */
  void takeSnapshot();

  /**
   * The first frame of {@code session} on this connection: replies go there from now on. Called
   * before its requests are admitted.
   */
  void onSession(ClientConnection from, long session);

  /**
   * The client wants the events of a session on this connection; as {@link #onSession}, its replies
   * go there from now on. May be called before {@code onSession}, in its place, or behind it. Until
   * {@link ClientConnection#eventsFollow} is called it counts among those that wait.
   */
  void onWantEvents(ClientConnection from, WantEvents wanted);

  /**
   * A client asks for a part of a snapshot; it asks again if no answer comes. False means that the
   * replica is overloaded: the connection is closed.
   */
  boolean onFetchSnapshot(ClientConnection from, FetchSnapshot request);

  /** The listener of subscribers; null if this port takes none. */
  SubscriptionListener subscriptions();

  /**
   * {@code connection} has ended; it takes no replies. Until {@link ClientConnection#forgotten} is
   * called its sessions keep their places. Not called for those that close ends.
   */
  void onClosed(ClientConnection connection);

  /** A read of a client's socket was handled, or something was written to one. */
  default void onWorked() {}

  /**
   * {@code connection}, which was asked to {@link ClientConnection#awaitReplies}, takes replies.
   * Called once for each time it was asked, on any thread.
   */
  void onTakesReplies(ClientConnection connection);

  /**
   * An unexpected exception of this port or of this listener: a bug, which was logged. The
   * connection that caused it is closed, or the task runs again later.
   */
  default void onBug(Throwable bug) {}
}

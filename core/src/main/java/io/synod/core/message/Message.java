package io.synod.core.message;

/**
 * A message between replicas. It is a record and nothing else: the network encodes it, the roles
 * act on it. A new one does not compile until every {@link Visitor} handles it.
 */
public sealed interface Message
    permits PreVote,
        PreVoteReply,
        Relayable,
        Relay,
        Promise,
        Promises,
        Accepted,
        Reject,
        Heartbeat,
        HeartbeatAck,
        CatchUp,
        Decided,
        FetchSnapshot,
        SnapshotPart,
        Join,
        JoinReply,
        QuorumRead,
        QuorumReadReply,
        StandbyReport,
        StateDigest,
        TransferLeadership {

  void visit(int from, Visitor visitor);

  /** Whether it carries batches, so that its receiver may have to persist as many bytes. */
  default boolean bringsValues() {
    return false;
  }

  /** Whether it counts only if its sender is a member of the cluster. */
  default boolean isForMembersOnly() {
    return true;
  }

  /** One method for each message; {@code from} is the replica that sent it. */
  interface Visitor {
    void onPreVote(int from, PreVote message);

    void onPreVoteReply(int from, PreVoteReply message);

    void onPrepare(int from, Prepare message);

    void onPromise(int from, Promise message);

    void onPromises(int from, Promises message);

    void onAccept(int from, Accept message);

    void onAccepted(int from, Accepted message);

    void onRelay(int from, Relay message);

    void onReject(int from, Reject message);

    void onHeartbeat(int from, Heartbeat message);

    void onHeartbeatAck(int from, HeartbeatAck message);

    void onCatchUp(int from, CatchUp message);

    void onDecided(int from, Decided message);

    void onFetchSnapshot(int from, FetchSnapshot message);

    void onSnapshotPart(int from, SnapshotPart message);

    void onJoin(int from, Join message);

    void onJoinReply(int from, JoinReply message);

    void onQuorumRead(int from, QuorumRead message);

    void onQuorumReadReply(int from, QuorumReadReply message);

    void onStandbyReport(int from, StandbyReport message);

    void onStateDigest(int from, StateDigest message);

    void onTransferLeadership(int from, TransferLeadership message);
  }
}

package io.synod.core.event;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.membership.Memberships;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.settings.Consistency;
import java.util.List;

/** An input of a replica's core. Time itself is not an event: every step carries the clock. */
public sealed interface Event {

  void visit(Visitor visitor);

  /** One method for each event, so that a forgotten one does not compile. */
  interface Visitor {
    void onReceived(Received event);

    void onProposed(Proposed event);

    void onExecuted(Executed event);

    void onServiceHalted(ServiceHalted event);

    void onReadRequested(ReadRequested event);

    void onPeerDisconnected(PeerDisconnected event);

    void onSnapshotWanted(SnapshotWanted event);

    void onSnapshotTaken(SnapshotTaken event);

    void onSnapshotLost(SnapshotLost event);

    void onPartStored(PartStored event);

    void onDecisionsRead(DecisionsRead event);

    void onStorageFull(StorageFull event);

    void onCollectorBusy(CollectorBusy event);

    void onSubscribed(Subscribed event);

    void onCredited(Credited event);

    void onSnapshotAsked(SnapshotAsked event);

    void onUnsubscribed(Unsubscribed event);

    void onTransferAsked(TransferAsked event);

    void onMembershipAsked(MembershipAsked event);

    void onDigestTaken(DigestTaken event);

    void onWakeUp(WakeUp event);

    void onWallClock(WallClock event);
  }

  /** A message has arrived; from the replica itself too. */
  record Received(int from, Message message) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onReceived(this);
    }
  }

  /**
   * The batcher has closed a batch for the leader of {@code view} to propose. Dropped if this
   * replica no longer leads that view: its clients learn the new leader and send again.
   */
  record Proposed(View view, Batch batch) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onProposed(this);
    }
  }

  /**
   * The service has executed every slot before {@code end}.
   *
   * @param restored if the service was restored from a snapshot: the memberships in it, else null
   */
  record Executed(long end, Memberships restored) implements Event {
    /** Without a snapshot. */
    public Executed(long end) {
      this(end, null);
    }

    @Override
    public void visit(Visitor visitor) {
      visitor.onExecuted(this);
    }
  }

  /**
   * The service has thrown at a request and waits until it is skipped.
   *
   * @param slot of the request
   * @param next the first slot that counts as not executed: this one; or the next one if a snapshot
   *     was restored that holds this one in part
   */
  record ServiceHalted(long slot, long next) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onServiceHalted(this);
    }
  }

  /**
   * Clients ask to read at this replica.
   *
   * @param ticket comes back with the effect that serves or refuses the read; opaque to the core
   * @param consistency not {@link Consistency#LOG}, which is a request
   */
  record ReadRequested(Object ticket, Consistency consistency) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onReadRequested(this);
    }
  }

  /** The connection to {@code replica} has broken. A hint: nothing safe depends on it. */
  record PeerDisconnected(int replica) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onPeerDisconnected(this);
    }
  }

  /** An operator wants a snapshot of everything that was delivered. */
  record SnapshotWanted() implements Event {
    public static final SnapshotWanted INSTANCE = new SnapshotWanted();

    @Override
    public void visit(Visitor visitor) {
      visitor.onSnapshotWanted(this);
    }
  }

  /**
   * This replica has finished taking a snapshot, or has failed to.
   *
   * @param end of the snapshot
   * @param stored whether it is durable; else there was no space for it, or the service failed to
   *     write it
   * @param inPart whether the service had halted, so that the last slot is in it in part
   */
  record SnapshotTaken(long end, boolean stored, boolean inPart) implements Event {
    /** Of whole slots. */
    public SnapshotTaken(long end, boolean stored) {
      this(end, stored, false);
    }

    @Override
    public void visit(Visitor visitor) {
      visitor.onSnapshotTaken(this);
    }
  }

  /**
   * A snapshot that somebody asked for is not there: its file was damaged, or others deleted it.
   *
   * @param newestEnd of the newest one that is there and whole; 0 if there is none
   */
  record SnapshotLost(long newestEnd) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onSnapshotLost(this);
    }
  }

  /**
   * A part of a peer's snapshot was stored, or could not be.
   *
   * @param end of the snapshot
   * @param received bytes that are stored by now; -1 if all was dropped because it was damaged or
   *     there was no space
   * @param complete whether the snapshot is whole, verified and durable
   */
  record PartStored(long end, long received, boolean complete) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onPartStored(this);
    }
  }

  /**
   * The decisions that were read from the journal.
   *
   * @param to the peer that they are for
   * @param first the first slot that was wanted
   * @param batches of consecutive slots from that one on; empty if the journal no longer has that
   *     slot
   */
  record DecisionsRead(int to, long first, List<Batch> batches) implements Event {
    public DecisionsRead {
      batches = List.copyOf(batches);
    }

    @Override
    public void visit(Visitor visitor) {
      visitor.onDecisionsRead(this);
    }
  }

  /** There is no more space for the journal, or there is again. */
  record StorageFull(boolean full) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onStorageFull(this);
    }
  }

  /** The garbage collector takes most of this replica's time, or no longer does. */
  record CollectorBusy(boolean busy) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onCollectorBusy(this);
    }
  }

  /**
   * A subscriber asks for the decisions from {@code first} on. This replaces its earlier
   * subscription.
   *
   * @param ticket comes back with each message to the subscriber; opaque to the core
   * @param first -1 for the next slot that will be decided
   * @param creditBytes that may be on their way to it
   * @param keepAliveNanos while this replica has a live leader, it sends the subscriber something
   *     at least this often
   */
  record Subscribed(Object ticket, long first, long creditBytes, long keepAliveNanos)
      implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onSubscribed(this);
    }
  }

  /** A subscriber grants {@code bytes} more that may be on their way to it. */
  record Credited(Object ticket, long bytes) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onCredited(this);
    }
  }

  /** A subscriber asks for a part of a snapshot. */
  record SnapshotAsked(Object ticket, FetchSnapshot request) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onSnapshotAsked(this);
    }
  }

  /**
   * The digest of the service's state.
   *
   * @param end every slot before this one is executed
   */
  record DigestTaken(long end, long digest) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onDigestTaken(this);
    }
  }

  /** A subscriber is gone. */
  record Unsubscribed(Object ticket) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onUnsubscribed(this);
    }
  }

  /**
   * Another replica is to lead.
   *
   * @param ticket comes back with {@code Effects.operatorAnswered}; opaque to the core
   * @param to the replica that is to lead; -1 for the one of the highest priority, and among equals
   *     the one that knows most
   */
  record TransferAsked(Object ticket, int to) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onTransferAsked(this);
    }
  }

  /**
   * An operator asks to change the membership.
   *
   * @param ticket comes back with {@code Effects.operatorAnswered}; opaque to the core
   */
  record MembershipAsked(Object ticket, MembershipRequest request) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onMembershipAsked(this);
    }
  }

  /**
   * A deadline may have passed, and the wall clock was read. It comes before each bounded and each
   * quorum read. Where leases are on it takes the place of {@link WakeUp}, and comes before each
   * read by lease.
   *
   * @param nanos since the epoch, as close to the clock of the step as possible
   */
  record WallClock(long nanos) implements Event {
    @Override
    public void visit(Visitor visitor) {
      visitor.onWallClock(this);
    }
  }

  /** A deadline may have passed. */
  record WakeUp() implements Event {
    public static final WakeUp INSTANCE = new WakeUp();

    @Override
    public void visit(Visitor visitor) {
      visitor.onWakeUp(this);
    }
  }
}

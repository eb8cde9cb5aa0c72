package io.synod.replica.assembly;

import io.synod.core.membership.MembershipRequest;
import io.synod.replica.stage.ProtocolStage;
import io.synod.replica.stage.TransferListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a replica is asked to do as the leader: to let another one lead, or to change the members.
 */
public final class OperatorRequests {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final int ANY_REPLICA = -1;

  // A process that is asked to end has less than two seconds for all of it.
  private static final long TRANSFER_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

  private final int id;
  private final ProtocolStage protocol;
  private final OperatorOutcomes transfers = new OperatorOutcomes();
  private final OperatorOutcomes changes = new OperatorOutcomes();

  OperatorRequests(int id, ProtocolStage protocol) {
    this.id = id;
    this.protocol = protocol;
  }

  /**
   * Another replica is to lead. Any thread.
   *
   * @param to its number; -1 for the one of the highest priority, and among equals the one that
   *     knows most
   */
  public void transferLeadership(int to, TransferListener listener) {
    protocol.transferLeadership(to, transfers.before(listener));
  }

  /**
   * The members are to change. Any thread.
   *
   * @param listener learns whether the leader proposes the change; it takes effect later
   */
  public void changeMembers(MembershipRequest request, TransferListener listener) {
    protocol.changeMembers(request, listener);
  }

  /** The members are to change, if this replica leads. Any thread. */
  void changeMembers(MembershipRequest request) {
    protocol.changeMembers(request, changes.before(outcome -> {}));
  }

  OperatorOutcomes transfers() {
    return transfers;
  }

  OperatorOutcomes changes() {
    return changes;
  }

  /** Waits until another replica leads, or no longer than {@link #transferNanos}. */
  void giveLeadershipAway(long electionNanos) {
    CompletableFuture<String> ended = new CompletableFuture<>();
    transferLeadership(ANY_REPLICA, ended::complete);
    try {
      String failure = ended.get(transferNanos(electionNanos), TimeUnit.NANOSECONDS);
      if (failure != null) {
        LOG.info("replica {}: stops as the leader: {}", id, failure);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException late) {
      LOG.info("replica {}: stops as the leader: no other replica took over in time", id);
    }
  }

  /**
   * How long a leader that ends waits for its transfer: for its two parts, each of which may take
   * an election timeout.
   */
  static long transferNanos(long electionNanos) {
    return Math.min(2 * electionNanos, TRANSFER_NANOS_MAX);
  }
}

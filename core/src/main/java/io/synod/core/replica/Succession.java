package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.ProtocolEvent.TransferReason;
import io.synod.core.election.Heartbeats;
import io.synod.core.log.Log;
import io.synod.core.message.Accepted;
import io.synod.core.message.TransferLeadership;
import io.synod.core.pipeline.Pipeline;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.time.Timeouts;

/**
 * How a leader has another replica lead: because somebody asks, because that one has a higher
 * priority, or because the service here hangs and not there. It first stops to propose and waits
 * until nothing is open (draining), then asks the target to become leader. Each of the two may take
 * an election timeout; after it this leader proposes again, unless the target has become its {@link
 * #successor}. Part of the role {@link Leader}.
 */
final class Succession {
  private static final int NOBODY = -1;

  // Election timeouts after which a service that has executed nothing may never return.
  private static final int HANGING_TIMEOUTS = 10;

  private final Step step;
  private final View view;
  private final Log log;
  private final Pipeline pipeline;
  private final Heartbeats heartbeats;
  private final Timeouts timeouts;
  private final ReplicaSet members;
  private final ReplicaSet others;
  private final PrioritySettings priorities;
  private final PriorityMoves moves;
  private final long window;
  private final long backlog;

  // Whether a replica was ever asked to become leader.
  private boolean asked;

  // The service had executed every slot before this one then, and no more since; another has.
  private long executed;
  private long executedNanos;

  // Null while it does not try to have another replica lead.
  private LeadershipTransfer transfer;

  Succession(
      Step step,
      View view,
      Log log,
      Pipeline pipeline,
      Heartbeats heartbeats,
      Timeouts timeouts,
      ReplicaSettings settings,
      PriorityMoves moves) {
    this.step = step;
    this.view = view;
    this.log = log;
    this.pipeline = pipeline;
    this.heartbeats = heartbeats;
    this.timeouts = timeouts;
    this.moves = moves;
    members = settings.quorums().members();
    others = settings.others();
    priorities = settings.election().priorities();
    window = settings.pipeline().window();
    backlog = settings.learner().backlogSlots();
    moves.leads(step.now());
    executedNanos = step.now();
  }

  /**
   * @param to negative for the replica of the highest priority that may lead, and of these the one
   *     that knows most
   */
  void ask(Object ticket, int to) {
    if (to == view.leader()) {
      step.out().operatorAnswered(ticket, null);
      return;
    }
    int target = to < 0 ? best(others) : to;
    String refusal = refusal(target);
    if (refusal != null) {
      step.out().operatorAnswered(ticket, refusal);
      return;
    }
    begin(ticket, target, TransferReason.ASKED);
  }

  private String refusal(int target) {
    if (transfer != null) {
      return "the leader is transferring its leadership to replica " + transfer.target();
    }
    if (target < 0) {
      return "no other replica can lead for now";
    }
    if (!members.contains(target)) {
      return "the cluster has no replica " + target;
    }
    String obstacle = obstacle(target);
    return obstacle == null ? null : "replica " + target + " " + obstacle;
  }

  /** Whether another replica could be elected now, and may lead. */
  boolean canOtherLead() {
    return best(others) != NOBODY;
  }

  /** Whether another replica is about to lead. */
  boolean isTransferring() {
    return transfer != null;
  }

  /**
   * Begins to transfer the leadership to one of {@code replicas}, because this one is to be
   * removed.
   *
   * @return to which; -1 if none of them can lead
   */
  int transferTo(ReplicaSet replicas) {
    int target = best(replicas);
    if (target != NOBODY) {
      begin(null, target, TransferReason.ASKED);
    }
    return target;
  }

  private void begin(Object ticket, int target, TransferReason reason) {
    transfer = new LeadershipTransfer(ticket, target, reason, giveUpNanos());
    pipeline.pause();
    step.out().observe(new ProtocolEvent.Transferring(view, target, reason));
  }

  private long giveUpNanos() {
    return step.now() + timeouts.electionNanos();
  }

  /**
   * Begins to transfer if the service here has executed nothing for long while another had executed
   * more, so that it is this service that hangs and not the request; before each round.
   */
  void lookForProgress(long executedNow) {
    ReplicaSet ahead = heartbeats.executedMore(executedNow);
    if (executedNow != executed || ahead.isEmpty()) {
      executed = executedNow;
      executedNanos = step.now();
    } else if (transfer == null
        && step.now() - executedNanos > HANGING_TIMEOUTS * timeouts.electionNanos()) {
      int target = best(ahead);
      if (target != NOBODY) {
        // Not again at once if that one does not take over.
        executedNanos = step.now();
        begin(null, target, TransferReason.SERVICE_HANGS);
      }
    }
  }

  /** Begins to transfer to a replica of higher priority, if one may lead; before each round. */
  void lookForPriority() {
    if (transfer != null || !moves.isDue(step.now())) {
      return;
    }
    int target = best(moves.above());
    if (target != NOBODY && heartbeats.hasAnsweredOnce(target)) {
      moves.tried(step.now());
      begin(null, target, TransferReason.PRIORITY);
    }
  }

  /**
   * Of the replicas that may lead, those of the highest priority, and of these the one that knows
   * most; -1 if there is none.
   */
  private int best(ReplicaSet among) {
    int best = NOBODY;
    for (int peer = among.first(); peer < ReplicaSet.NUMBERS; peer = among.after(peer)) {
      if (obstacle(peer) == null && (best == NOBODY || isBetter(peer, best))) {
        best = peer;
      }
    }
    return best;
  }

  private boolean isBetter(int one, int other) {
    int difference = priorities.of(one) - priorities.of(other);
    return difference == 0 ? heartbeats.decided(one) > heartbeats.decided(other) : difference > 0;
  }

  /** A replica whose service lags by a backlog accepts no slot, so it could not propose either. */
  private String obstacle(int peer) {
    return heartbeats.obstacleToLeading(peer, window, backlog, step.now());
  }

  /**
   * Assumes that a target that has voted for a slot has received those before. If messages were
   * lost, or datagrams overtook each other, the target lacks a slot and ignores the request to
   * lead.
   */
  void onAccepted(Accepted message) {
    if (transfer != null
        && message.view().equals(view)
        && message.voters().contains(transfer.target())) {
      transfer.voted(message.end());
    }
  }

  /**
   * Asks the target to lead once nothing is open. If it lacks a slot it ignores that, and is asked
   * again when it has voted for all that is decided, or acknowledged it. Slots of the take-over
   * that are not open by now have no space here as long as the service hangs: the target finds them
   * as this leader did.
   *
   * @return whether another heartbeat is needed to learn what the target knows
   */
  boolean drain() {
    long decided = log.decided();
    if (transfer == null || transfer.isSentKnowing() || pipeline.open() > 0) {
      return false;
    }
    int target = transfer.target();
    boolean knows = Math.max(heartbeats.decided(target), transfer.votedEnd()) >= decided;
    boolean isFirst = !transfer.isSent();
    if (knows || isFirst) {
      asked = true;
      TransferLeadership message = new TransferLeadership(view, heartbeats.round(), decided);
      step.out().send(ReplicaSet.of(target), message);
    }
    if (knows) {
      transfer.sentKnowing(giveUpNanos());
      return false;
    }
    transfer.sent();
    return isFirst && heartbeats.hasAnswered(target);
  }

  /** Whether a replica was asked to become leader, in vain or not. */
  boolean hasAsked() {
    return asked;
  }

  /**
   * The replica to which this leader gives the leadership up: the target knows all that is decided,
   * and somebody wants it to lead. A leader that transfers for its own reasons does not give it up,
   * since it may try in vain again and again.
   *
   * @return negative if there is none
   */
  int successor() {
    boolean isReady = transfer != null && transfer.isSentKnowing();
    return isReady && transfer.reason() == TransferReason.ASKED ? transfer.target() : NOBODY;
  }

  void onDeadline() {
    if (transfer != null && transfer.isOver(step.now())) {
      int target = transfer.target();
      step.out().observe(new ProtocolEvent.TransferFailed(view, target));
      end("replica " + target + " did not take over in time");
      pipeline.resume();
    }
  }

  /** A replica has promised this later view. */
  void superseded(View by) {
    if (transfer != null && transfer.isSent() && transfer.target() == by.leader()) {
      end(null);
    }
  }

  /** This replica does not lead any more. */
  void leave() {
    if (transfer != null) {
      end("the leader has stepped down meanwhile");
    }
  }

  private void end(String failure) {
    LeadershipTransfer ended = transfer;
    transfer = null;
    if (ended.ticket() != null) {
      step.out().operatorAnswered(ended.ticket(), failure);
    }
  }

  long nextWakeUpNanos() {
    return transfer == null ? Long.MAX_VALUE : transfer.nextWakeUpNanos();
  }
}

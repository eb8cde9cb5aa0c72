package io.synod.simulation.stranger;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.ReplicaDraw;
import io.synod.strangers.Frames;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Asks replicas to change the members: adds standbys, removes members, swaps some or all, changes
 * alpha, priorities and quorums, moves a member to other ports, repeats its requests at other
 * replicas, and starts removed replicas again, some of them to stay.
 */
public final class MembershipOperator extends LeaderRequests {
  private static final String ADDRESS = "10.0.4.3";
  private static final long PAUSE_NANOS = 500_000_000;
  private static final int ELSEWHERE_ONE_IN = 6;
  private static final int ALPHA_MAX = 16;
  private static final int PRIORITY_MAX = 3;

  private final int least;
  private final int losable;
  private final ReplicaSet kept;
  // Draws the quorums; null if they are not asked for.
  private final SplittableRandom quorums;
  // Null if none is moved.
  private final MovedMember moved;
  private ReplicaSet staying = ReplicaSet.EMPTY;
  private boolean asks = true;
  private long asked;
  private int requests;

  /**
   * @param kept members that are never removed
   * @param quorums draws the quorums; null if they are not asked for
   * @param moves draws the member that moves, and when; null if none does
   */
  public MembershipOperator(
      Nodes nodes,
      ReplicaSet kept,
      World world,
      Deployment deployment,
      SplittableRandom random,
      SplittableRandom quorums,
      SplittableRandom moves) {
    super(nodes, world, deployment, random, ADDRESS, PAUSE_NANOS);
    this.kept = kept;
    this.quorums = quorums;
    moved = moves == null ? null : moved(moves, deployment);
    // The faults go by the first members.
    least = deployment.config().cluster().size();
    losable = deployment.config().cluster().quorums().losable();
  }

  /** Any but the first one, which clients and learners find where their files say. */
  private MovedMember moved(SplittableRandom random, Deployment deployment) {
    int number = nodes.numbers().get(1 + random.nextInt(nodes.count() - 1));
    ReplicaAddress first = deployment.ofReplica().apply(number).cluster().replica(number);
    return new MovedMember(nodes.of(number), first, world, random);
  }

  @Override
  void begins() {
    if (moved != null) {
      moved.start();
    }
  }

  /** How often a member was moved. */
  public int moves() {
    return moved == null ? 0 : moved.moves();
  }

  /** The file of {@code replica} as it is now. */
  public SynodConfig file(int replica, SynodConfig asDrawn) {
    return moved == null ? asDrawn : moved.file(replica, asDrawn);
  }

  /** How often a leader was asked. */
  public int requests() {
    return requests;
  }

  /**
   * Whether a membership that was asked for may be decided still, or has not decided a slot
   * everywhere. A refused request counts until another one is carried out.
   */
  public boolean isChangeUnderWay() {
    return asked > 0 && nodes.stream().anyMatch(node -> node.isAlive() && !isSettled(node));
  }

  private boolean isSettled(SimulatedNode node) {
    if (!node.hasBegun()) {
      return false;
    }
    Membership current = node.memberships().current();
    return current.number() >= asked
        && node.memberships().next() == null
        && node.decided() > current.first();
  }

  @Override
  void look(SimulatedNode node) {
    if (node.leads() && asks) {
      ask(node);
    } else if (node.hasLeft() && random.nextInt(ELSEWHERE_ONE_IN) == 0) {
      world.scheduler().after(1, () -> startAgain(node));
    }
  }

  /** With its old directory. */
  private void startAgain(SimulatedNode node) {
    if (node.hasLeft() && !isOver()) {
      // At level memory a replica cannot learn that it was removed.
      boolean stays = !node.keepsIncarnations() || random.nextBoolean();
      staying = stays ? staying.with(node.number()) : staying;
      node.start();
    }
  }

  /** Whether {@code replica} runs as a standby until it is added again. */
  public boolean stays(int replica) {
    return staying.contains(replica);
  }

  /** The changes are those of an operator's calls from now on. */
  void draws() {
    asks = false;
  }

  private void ask(SimulatedNode leader) {
    MembershipRequest request = drawn(leader.memberships().current());
    byte[] frame = Frames.changeMembers(request);
    world.trace().event(leader.number(), "is asked for other members", request);
    connections.send(leader.number(), frame);
    if (random.nextInt(ELSEWHERE_ONE_IN) == 0) {
      connections.send(nodes.any(random), frame);
    }
  }

  /** The next change of {@code current}, which a leader is asked for. */
  MembershipRequest drawn(Membership current) {
    boolean moves = moved != null && moved.isDue(current);
    MembershipRequest request = withQuorums(moves ? move(current) : draw(current), current);
    requests++;
    asked = request.isDryRun() ? asked : Math.max(asked, request.number());
    return request;
  }

  private MembershipRequest move(Membership current) {
    return MembershipRequest.NONE
        .numbered(current.number() + 1)
        .reusingNumbers()
        .moving(moved.move());
  }

  private MembershipRequest draw(Membership current) {
    ReplicaSet members = current.numbers();
    ReplicaSet add = ReplicaSet.EMPTY;
    ReplicaSet remove = ReplicaSet.EMPTY;
    int alpha = MembershipRequest.UNCHANGED;
    List<MembershipRequest.Priority> priorities = List.of();
    switch (random.nextInt(6)) {
      case 0 -> add = some(outside(members), 1);
      case 1 -> remove = some(members.without(kept), members.size() > least ? 1 : 0);
      case 2 -> {
        add = some(outside(members), 1);
        remove = some(members.without(kept), add.size());
      }
      case 3 -> {
        add = some(outside(members), nodes.count());
        remove = some(members.without(kept), Math.max(0, members.size() + add.size() - least));
      }
      case 4 -> alpha = 1 + random.nextInt(ALPHA_MAX);
      default ->
          priorities =
              List.of(
                  new MembershipRequest.Priority(nodes.any(random), random.nextInt(PRIORITY_MAX)));
    }
    return new MembershipRequest(
        current.number() + 1,
        random.nextInt(ELSEWHERE_ONE_IN) == 0,
        true,
        add,
        remove,
        List.of(),
        priorities,
        MembershipRequest.UNCHANGED,
        MembershipRequest.UNCHANGED,
        alpha);
  }

  /** As many members as before may be lost. */
  private MembershipRequest withQuorums(MembershipRequest request, Membership current) {
    ReplicaSet members = current.numbers().without(request.remove()).with(request.add());
    int size = members.size();
    int phase1 = MembershipRequest.UNCHANGED;
    int phase2 = MembershipRequest.UNCHANGED;
    if (quorums != null && quorums.nextInt(2) == 0) {
      phase2 = quorums.nextInt(losable + 1, size - losable + 1);
      phase1 = quorums.nextInt(size + 1 - phase2, size - losable + 1);
    } else if (mostNeeded(current, size) > size - losable) {
      phase1 = Membership.MAJORITY;
      phase2 = Membership.MAJORITY;
    }
    return request.withQuorums(phase1, phase2);
  }

  /** Of {@code size} members, with the quorums of {@code current}. */
  private static int mostNeeded(Membership current, int size) {
    int majority = size / 2 + 1;
    return Math.max(majority, Math.max(current.phase1(), current.phase2()));
  }

  private ReplicaSet outside(ReplicaSet members) {
    return nodes.set().without(members);
  }

  private ReplicaSet some(ReplicaSet replicas, int most) {
    return ReplicaDraw.some(replicas, most, random);
  }
}

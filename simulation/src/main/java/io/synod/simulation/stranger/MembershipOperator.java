package io.synod.simulation.stranger;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.strangers.Frames;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Asks replicas to change the members: adds standbys, removes members, swaps some or all, changes
 * alpha and priorities, repeats its requests at other replicas, and starts removed replicas again.
 */
public final class MembershipOperator extends LeaderRequests {
  private static final String ADDRESS = "10.0.4.3";
  private static final long PAUSE_NANOS = 500_000_000;
  private static final int ELSEWHERE_ONE_IN = 6;
  private static final int ALPHA_MAX = 16;
  private static final int PRIORITY_MAX = 3;

  private final int least;
  private final ReplicaSet kept;
  private int requests;

  /**
   * @param kept members that are never removed
   */
  public MembershipOperator(
      List<SimulatedNode> nodes,
      ReplicaSet kept,
      World world,
      Deployment deployment,
      SplittableRandom random) {
    super(nodes, world, deployment, random, ADDRESS, PAUSE_NANOS);
    this.kept = kept;
    // The faults go by the first number of members.
    least = deployment.config().cluster().size();
  }

  /** How often a leader was asked. */
  public int requests() {
    return requests;
  }

  @Override
  void look(SimulatedNode node) {
    if (node.leads()) {
      ask(node);
    } else if (node.hasLeft() && random.nextInt(ELSEWHERE_ONE_IN) == 0) {
      world.scheduler().after(1, () -> startAgain(node));
    }
  }

  /** With its old directory. */
  private void startAgain(SimulatedNode node) {
    if (node.hasLeft() && !isOver()) {
      node.start();
    }
  }

  private void ask(SimulatedNode leader) {
    Membership current = leader.memberships().current();
    MembershipRequest request = draw(current);
    byte[] frame = Frames.changeMembers(request);
    world.trace().event(leader.number(), "is asked for other members", request);
    requests++;
    connections.send(leader.number(), frame);
    if (random.nextInt(ELSEWHERE_ONE_IN) == 0) {
      connections.send(random.nextInt(nodes.size()), frame);
    }
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
        add = some(outside(members), nodes.size());
        remove = some(members.without(kept), Math.max(0, members.size() + add.size() - least));
      }
      case 4 -> alpha = 1 + random.nextInt(ALPHA_MAX);
      default ->
          priorities =
              List.of(
                  new MembershipRequest.Priority(
                      random.nextInt(nodes.size()), random.nextInt(PRIORITY_MAX)));
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

  private ReplicaSet outside(ReplicaSet members) {
    return ReplicaSet.all(nodes.size()).without(members);
  }

  /** At most so many of {@code replicas}. */
  private ReplicaSet some(ReplicaSet replicas, int most) {
    ReplicaSet some = ReplicaSet.EMPTY;
    ReplicaSet left = replicas;
    while (some.size() < most && !left.isEmpty()) {
      List<Integer> numbers = left.numbers();
      int drawn = numbers.get(random.nextInt(numbers.size()));
      some = some.with(drawn);
      left = left.without(ReplicaSet.of(drawn));
    }
    return some;
  }
}

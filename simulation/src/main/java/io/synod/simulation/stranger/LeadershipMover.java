package io.synod.simulation.stranger;

import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.strangers.Frames;
import java.util.SplittableRandom;

/** Asks replicas to transfer their leadership, also such that do not lead. */
public final class LeadershipMover extends LeaderRequests {
  private static final String ADDRESS = "10.0.4.2";
  private static final long PAUSE_NANOS = 400_000_000;
  private static final int FOLLOWER_ONE_IN = 8;
  private static final int ANYONE = -1;

  private int transfers;

  public LeadershipMover(Nodes nodes, World world, Deployment deployment, SplittableRandom random) {
    super(nodes, world, deployment, random, ADDRESS, PAUSE_NANOS);
  }

  /** How often a leader was asked. */
  public int transfers() {
    return transfers;
  }

  @Override
  void look(SimulatedNode node) {
    if (node.leads() || random.nextInt(FOLLOWER_ONE_IN) == 0) {
      int place = random.nextInt(-1, nodes.count());
      int to = place < 0 ? ANYONE : nodes.numbers().get(place);
      world.trace().event(node.number(), "is asked to have another lead", to);
      transfers += node.leads() ? 1 : 0;
      connections.send(node.number(), Frames.moveLeader(to));
    }
  }
}

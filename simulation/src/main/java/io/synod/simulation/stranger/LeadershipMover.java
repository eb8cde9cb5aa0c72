package io.synod.simulation.stranger;

import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.strangers.Frames;
import java.util.List;
import java.util.SplittableRandom;

/** Asks replicas to transfer their leadership, also such that do not lead. */
public final class LeadershipMover {
  private static final String ADDRESS = "10.0.4.2";
  private static final long PAUSE_NANOS = 400_000_000;
  private static final int FOLLOWER_ONE_IN = 8;

  private final List<SimulatedNode> nodes;
  private final World world;
  private final SplittableRandom random;
  private final OperatorConnections connections;
  private long endNanos;
  private int transfers;

  public LeadershipMover(
      List<SimulatedNode> nodes, World world, Deployment deployment, SplittableRandom random) {
    this.nodes = nodes;
    this.world = world;
    this.random = random;
    connections = new OperatorConnections(world, deployment, ADDRESS, random);
  }

  /** Goes on for so long. */
  public void start(long nanos) {
    endNanos = nanos;
    pause();
  }

  /** How often a leader was asked. */
  public int transfers() {
    return transfers;
  }

  private void pause() {
    world.scheduler().after(1 + random.nextLong(PAUSE_NANOS), this::look);
  }

  private void look() {
    if (world.scheduler().now() >= endNanos) {
      return;
    }
    for (SimulatedNode node : nodes) {
      if (node.leads() || random.nextInt(FOLLOWER_ONE_IN) == 0) {
        int to = random.nextInt(-1, nodes.size());
        world.trace().event(node.number(), "is asked to have another lead", to);
        transfers += node.leads() ? 1 : 0;
        connections.send(node.number(), Frames.moveLeader(to));
      }
    }
    pause();
  }
}

package io.synod.simulation.stranger;

import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import java.util.SplittableRandom;

/** Looks at all replicas again and again, for some time, to send some of them requests. */
public abstract class LeaderRequests {
  final Nodes nodes;
  final World world;
  final SplittableRandom random;
  final OperatorConnections connections;
  private final long pauseNanos;
  private long endNanos;

  /**
   * @param address of the operator's machine
   * @param pauseNanos between two looks, at most
   */
  LeaderRequests(
      Nodes nodes,
      World world,
      Deployment deployment,
      SplittableRandom random,
      String address,
      long pauseNanos) {
    this.nodes = nodes;
    this.world = world;
    this.random = random;
    this.pauseNanos = pauseNanos;
    connections = new OperatorConnections(world, deployment, address, random);
  }

  /** Goes on for so long. */
  public final void start(long nanos) {
    endNanos = nanos;
    begins();
    pause();
  }

  private void pause() {
    world.scheduler().after(1 + random.nextLong(pauseNanos), this::lookAtAll);
  }

  private void lookAtAll() {
    if (isOver()) {
      return;
    }
    nodes.forEach(this::look);
    pause();
  }

  final boolean isOver() {
    return world.scheduler().now() >= endNanos;
  }

  /** It begins to look at them. */
  void begins() {}

  /** May send it a request. */
  abstract void look(SimulatedNode node);
}

package io.synod.simulation.stranger;

import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.execution.Halt;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.strangers.Frames;
import java.util.SplittableRandom;

/** Skips requests at which the service of a replica waits; sometimes names another one. */
public final class Operator {
  private static final String ADDRESS = "10.0.4.1";
  private static final long PAUSE_NANOS = 200_000_000;
  private static final int WRONG_ONE_IN = 5;

  private final Nodes nodes;
  private final World world;
  private final SplittableRandom random;
  private final OperatorConnections connections;
  private int skips;

  public Operator(Nodes nodes, World world, Deployment deployment, SplittableRandom random) {
    this.nodes = nodes;
    this.world = world;
    this.random = random;
    connections = new OperatorConnections(world, deployment, ADDRESS, random);
  }

  /** Looks at the replicas again and again, to the end. */
  public void start() {
    world.scheduler().after(1 + random.nextLong(PAUSE_NANOS), this::look);
  }

  /** How often a request was to be skipped. */
  public int skips() {
    return skips;
  }

  private void look() {
    for (SimulatedNode node : nodes) {
      Halt halt = node.halt();
      if (halt != null && node.leads()) {
        skips++;
        SkipEntry request = random.nextInt(WRONG_ONE_IN) == 0 ? another(halt) : halt.request();
        world.trace().event(node.number(), "receives what skips", request);
        byte[] skip = Frames.requests(random.nextLong(), BatchEntry.SKIP, 0, request.payload());
        connections.send(node.number(), skip);
      }
    }
    start();
  }

  private SkipEntry another(Halt halt) {
    return new SkipEntry(halt.request().slot() + random.nextInt(2), halt.request().index() + 1);
  }
}

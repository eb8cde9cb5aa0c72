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
public final class Operator extends LeaderRequests {
  private static final String ADDRESS = "10.0.4.1";
  private static final long PAUSE_NANOS = 200_000_000;
  private static final int WRONG_ONE_IN = 5;

  private int skips;

  public Operator(Nodes nodes, World world, Deployment deployment, SplittableRandom random) {
    super(nodes, world, deployment, random, ADDRESS, PAUSE_NANOS);
  }

  /** How often a request was to be skipped. */
  public int skips() {
    return skips;
  }

  @Override
  void look(SimulatedNode node) {
    Halt halt = node.halt();
    if (halt != null && node.leads()) {
      skips++;
      SkipEntry request = random.nextInt(WRONG_ONE_IN) == 0 ? another(halt) : halt.request();
      world.trace().event(node.number(), "receives what skips", request);
      byte[] skip = Frames.requests(random.nextLong(), BatchEntry.SKIP, 0, request.payload());
      connections.send(node.number(), skip);
    }
  }

  private SkipEntry another(Halt halt) {
    return new SkipEntry(halt.request().slot() + random.nextInt(2), halt.request().index() + 1);
  }
}

package io.synod.simulation.stranger;

import io.synod.core.command.BatchEntry;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.core.version.UpgradeEntry;
import io.synod.simulation.node.Builds;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.strangers.Frames;
import java.util.SplittableRandom;

/**
 * Installs newer and older builds, restarts some replicas with them, and asks replicas to raise the
 * version of the cluster, also to one that not all know.
 */
public final class UpgradeOperator extends LeaderRequests {
  private static final String ADDRESS = "10.0.4.4";
  private static final long PAUSE_NANOS = 300_000_000;
  private static final int INSTALLED_ONE_IN = 3;
  private static final int ELSEWHERE_ONE_IN = 8;
  private static final int LATER_ONE_IN = 4;
  private static final int RESTARTED_ONE_IN = 2;
  private static final long DOWN_NANOS = 200_000_000;

  private final Builds builds;
  private int upgrades;

  public UpgradeOperator(Nodes nodes, World world, Deployment deployment, SplittableRandom random) {
    super(nodes, world, deployment, random, ADDRESS, PAUSE_NANOS);
    builds = world.builds();
  }

  /** How often a leader was asked. */
  public int upgrades() {
    return upgrades;
  }

  @Override
  void look(SimulatedNode node) {
    if (random.nextInt(INSTALLED_ONE_IN) == 0) {
      int newest = 1 + random.nextInt(Builds.NEWEST);
      int oldest = random.nextInt(LATER_ONE_IN) == 0 ? 1 + random.nextInt(newest) : 1;
      KnownVersions known = KnownVersions.of(oldest, newest);
      world.trace().event(node.number(), "will start a build that knows", known);
      builds.install(node.number(), known);
      if (random.nextInt(RESTARTED_ONE_IN) == 0 && node.isAlive() && node.hasFormed()) {
        node.stop(
            () -> world.scheduler().after(random.nextLong(DOWN_NANOS), () -> startAgain(node)));
      }
    }
    if (node.leads() || random.nextInt(ELSEWHERE_ONE_IN) == 0) {
      ClusterVersion to = new ClusterVersion(1, drawn());
      world.trace().event(node.number(), "is asked to raise the cluster to", to);
      upgrades += node.leads() ? 1 : 0;
      long session = random.nextLong();
      builds.asked(session, world.scheduler().now());
      connections.send(
          node.number(), Frames.requests(session, BatchEntry.UPGRADE, 0, UpgradeEntry.payload(to)));
    }
  }

  /** Often one that most builds know. */
  private int drawn() {
    return random.nextBoolean() ? 2 : 1 + random.nextInt(Builds.NEWEST);
  }

  private void startAgain(SimulatedNode node) {
    if (!node.isAlive() && !world.checks().members().hasStopped(node.number())) {
      node.start();
    }
  }
}

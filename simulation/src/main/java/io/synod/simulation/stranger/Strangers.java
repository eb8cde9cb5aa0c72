package io.synod.simulation.stranger;

import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.Seeds;
import java.util.ArrayList;
import java.util.List;

/** All strangers of one simulation, which exist while there are faults. */
public final class Strangers {
  private final List<Stranger> strangers = new ArrayList<>();
  private final World world;

  public Strangers(StrangersPlan plan, World world, Deployment deployment, Seeds seeds) {
    this.world = world;
    for (int number = 0; number < plan.count(); number++) {
      strangers.add(
          new Stranger(number, plan, world, deployment, seeds.random("stranger", number)));
    }
  }

  /**
   * @param faultNanos after which they end
   */
  public void start(long faultNanos) {
    strangers.forEach(Stranger::start);
    world.scheduler().at(faultNanos, () -> strangers.forEach(Stranger::end));
  }

  /** The number of connections that they have opened. */
  public int connections() {
    return strangers.stream().mapToInt(Stranger::connections).sum();
  }
}

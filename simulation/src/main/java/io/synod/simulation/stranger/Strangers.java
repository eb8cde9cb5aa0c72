package io.synod.simulation.stranger;

import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** All strangers of one simulation, which exist while there are faults. */
public final class Strangers {
  private static final String MACHINES = "10.0.3.";
  private static final String INTRUDER = MACHINES + 100;

  private final List<Stranger> strangers = new ArrayList<>();
  private final World world;

  // Null if there is none.
  private final Stranger intruder;

  /**
   * @param intruderPlan null if there is none
   */
  public Strangers(
      StrangersPlan plan,
      IntruderPlan intruderPlan,
      World world,
      Deployment deployment,
      Seeds seeds) {
    this.world = world;
    for (int number = 0; number < plan.count(); number++) {
      SplittableRandom random = seeds.random("stranger", number);
      Scripts scripts = new Scripts(deployment.config(), new Random(random.nextLong()));
      strangers.add(
          new Stranger(MACHINES + (1 + number), plan, world, deployment, scripts, random));
    }
    intruder = intruderPlan == null ? null : intruder(intruderPlan, deployment, seeds);
    if (intruder != null) {
      strangers.add(intruder);
    }
  }

  private Stranger intruder(IntruderPlan plan, Deployment deployment, Seeds seeds) {
    SplittableRandom random = seeds.random("intruder");
    String machine = plan.replica() < 0 ? INTRUDER : deployment.address(plan.replica());
    IntruderScripts scripts =
        new IntruderScripts(
            deployment.config(), deployment.replicas(), new Random(random.nextLong()));
    return new Stranger(machine, plan.connections(), world, deployment, scripts, random);
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
    return strangers.stream().mapToInt(Stranger::connections).sum() - intrusions();
  }

  /** The number of connections that the intruder has opened. */
  public int intrusions() {
    return intruder == null ? 0 : intruder.connections();
  }
}

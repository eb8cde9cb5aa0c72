package io.synod.simulation.learner;

import io.synod.simulation.check.Violation;
import io.synod.simulation.client.Clients;
import io.synod.simulation.client.LearnerClient;
import io.synod.simulation.network.SubscriberNetwork;
import io.synod.simulation.node.SimulatedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All learners of one simulation, with the clients that read there. */
public final class Learners {
  // A source whose word is still under way, or comes once after a standstill.
  private static final long SPARE_NANOS = 20_000_000;
  private static final int SILENCES = 2;
  private static final int WAYS = 3;
  private static final double SLOWEST_CLOCK = 1.03;

  private final List<SimulatedLearner> learners = new ArrayList<>();
  private final List<LearnerClient> clients = new ArrayList<>();
  private final LearnersPlan plan;
  private final LearnerWorld world;
  private final LearnerFaults faults;

  public Learners(LearnersPlan plan, Clients shared, SubscriberNetwork network) {
    this.plan = plan;
    world =
        new LearnerWorld(
            shared.scheduler(),
            shared.trace(),
            shared.checks(),
            network,
            shared.seeds(),
            shared.replicas());
    for (LearnerSettings settings : plan.learners()) {
      SimulatedLearner learner = new SimulatedLearner(learners.size(), settings, world);
      learners.add(learner);
      clients.add(new LearnerClient(learner.number(), shared, learner::read));
    }
    faults = new LearnerFaults(learners, world, plan);
  }

  /**
   * @param faultNanos after this everything is mended
   */
  public void start(long faultNanos) {
    for (SimulatedLearner learner : learners) {
      world.scheduler().after(learner.settings().startNanos(), learner::start);
    }
    clients.forEach(LearnerClient::start);
    faults.start();
    world.scheduler().at(faultNanos, faults::end);
  }

  /** Whoever follows a replica that hears of no leader must leave it. Looked at all the time. */
  public void probe(List<? extends SimulatedNode> nodes) {
    for (SimulatedLearner learner : learners) {
      int replica = learner.followed();
      if (replica < 0 || !nodes.get(replica).isAlive() || nodes.get(replica).hearsLeader()) {
        world.checks().learners().isInTouch(learner.number());
        continue;
      }
      double silence = SILENCES * SLOWEST_CLOCK * learner.settings().subscription().silenceNanos();
      long wireNanos = plan.wires().delayNanos() + plan.wires().tailNanos();
      world
          .checks()
          .learners()
          .isStranded(
              learner.number(),
              replica,
              world.scheduler().now(),
              (long) silence + WAYS * wireNanos + SPARE_NANOS);
    }
  }

  /** Whether all have executed every slot before {@code end}, and every read is answered. */
  public boolean haveConverged(long end) {
    for (SimulatedLearner learner : learners) {
      if (learner.executed() != end || !learner.isSettled()) {
        return false;
      }
    }
    return clients.stream().allMatch(LearnerClient::isDone);
  }

  /**
   * @param digest of all that the replicas remember
   */
  public void snapshotsEqual(long digest) {
    for (SimulatedLearner learner : learners) {
      if (learner.snapshotDigest() != digest) {
        throw new Violation("%s and remembers other sessions or answers than replicas", learner);
      }
    }
  }

  /** How many faults of each kind there were. */
  public Map<String, Integer> faults() {
    return faults.counts();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int number = 0; number < learners.size(); number++) {
      text.append("\n  ").append(learners.get(number)).append(", ").append(clients.get(number));
    }
    return text.toString();
  }
}

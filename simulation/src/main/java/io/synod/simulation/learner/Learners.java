package io.synod.simulation.learner;

import io.synod.replica.assembly.CoreSettings;
import io.synod.replica.config.ThreadLayout;
import io.synod.simulation.check.LearnerChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.client.SimulatedClient;
import io.synod.simulation.host.Path;
import io.synod.simulation.network.ClientPaths;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The learners of one simulation, the clients that read there, and the faults of both. */
public final class Learners {
  private static final long SLOW_NANOS = 40_000_000;

  // A follower leaves a silent source after this number of election timeouts, by its own clock.
  private static final int SILENCE_TIMEOUTS = 4;
  private static final int SILENCES = 2;

  // A part is requested five more times, after twice as long each time, up to eight timeouts.
  private static final int FETCH_TIMEOUTS = 31;
  private static final double SLOWEST_CLOCK = 1.03;
  private static final long SPARE_NANOS = 20_000_000;

  private final LearnersPlan plan;
  private final World world;
  private final Deployment deployment;
  private final SplittableRandom random;
  private final List<SimulatedLearner> learners = new ArrayList<>();
  private final List<SimulatedClient> readers = new ArrayList<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private boolean isOver;

  /**
   * @param first number of the first client that reads here
   */
  public Learners(
      LearnersPlan plan,
      World world,
      Deployment deployment,
      SimulatedClient.Shared clients,
      Seeds seeds,
      int first) {
    this.plan = plan;
    this.world = world;
    this.deployment = deployment;
    random = seeds.random("learners' faults");
    for (SimulatedLearner.Settings settings : plan.learners()) {
      int number = learners.size();
      SimulatedLearner learner =
          new SimulatedLearner(
              number, settings, world, deployment, seeds.random("learner", number));
      learners.add(learner);
      readers.add(new SimulatedClient(first + number, clients.readingAt(learner.port())));
    }
  }

  /** A fault that cuts off the clients of a replica also cuts off its subscribers. */
  public void connect(ClientPaths clients) {
    for (SimulatedLearner learner : learners) {
      for (int replica : deployment.config().cluster().ids()) {
        clients.add(replica, to(learner, replica));
        clients.add(replica, from(replica, learner));
      }
    }
  }

  private Path to(SimulatedLearner learner, int replica) {
    return deployment
        .net()
        .path(SimulatedLearner.address(learner.number()), deployment.address(replica));
  }

  private Path from(int replica, SimulatedLearner learner) {
    return deployment
        .net()
        .path(deployment.address(replica), SimulatedLearner.address(learner.number()));
  }

  /**
   * @param faultNanos after which there are no more faults
   */
  public void start(long faultNanos) {
    for (int number = 0; number < learners.size(); number++) {
      SimulatedLearner learner = learners.get(number);
      world.scheduler().after(1 + plan.learners().get(number).startNanos(), learner::start);
      readers.get(number).start();
    }
    if (!learners.isEmpty()) {
      nextFault();
    }
    world.scheduler().at(faultNanos, () -> isOver = true);
  }

  private void nextFault() {
    world.scheduler().after(1 + random.nextLong(2 * plan.intervalNanos()), this::strike);
  }

  private void strike() {
    if (isOver) {
      return;
    }
    SimulatedLearner learner = learners.get(random.nextInt(learners.size()));
    if (learner.isAlive()) {
      begin(learner, 1 + random.nextLong(plan.lengthNanos()));
    }
    nextFault();
  }

  private void begin(SimulatedLearner learner, long lengthNanos) {
    switch (random.nextInt(6)) {
      case 0 -> restart(learner, true, lengthNanos);
      case 1 -> restart(learner, false, lengthNanos);
      case 2 -> {
        count("learner pause");
        world.scheduler().after(lengthNanos, learner.pause());
      }
      case 3 -> {
        count("learner slow");
        learner.slowDown(random.nextLong(SLOW_NANOS));
        world.scheduler().after(lengthNanos, () -> learner.slowDown(0));
      }
      case 4 -> cutOff(learner, lengthNanos);
      default -> disturb(learner, lengthNanos);
    }
  }

  private void restart(SimulatedLearner learner, boolean keeps, long lengthNanos) {
    count(keeps ? "learner restart" : "learner loss");
    learner.kill(keeps);
    world.scheduler().after(lengthNanos, learner::start);
  }

  private void cutOff(SimulatedLearner learner, long lengthNanos) {
    count("learner cut off");
    List<Path> paths = paths(learner);
    paths.forEach(Path::cut);
    world.scheduler().after(lengthNanos, () -> paths.forEach(Path::mend));
  }

  /** Wrong bytes end a connection. */
  private void disturb(SimulatedLearner learner, long lengthNanos) {
    count("learner disturbed");
    List<Path> paths = paths(learner);
    paths.forEach(Path::beginNoise);
    world.scheduler().after(lengthNanos, () -> paths.forEach(Path::endNoise));
  }

  private List<Path> paths(SimulatedLearner learner) {
    List<Path> paths = new ArrayList<>();
    for (int replica : deployment.config().cluster().ids()) {
      paths.add(to(learner, replica));
      paths.add(from(replica, learner));
    }
    return paths;
  }

  private void count(String kind) {
    world.trace().event(-1, "fault", kind);
    faults.merge(kind, 1, Integer::sum);
  }

  /**
   * Checks, at every step, that a learner leaves a replica without a live leader. One with a slow
   * service may be late where both share a thread.
   */
  public void probe(Nodes nodes) {
    LearnerChecks checks = world.checks().learners();
    boolean hasServiceThread = deployment.config().threads().layout() == ThreadLayout.STAGED;
    for (SimulatedLearner learner : learners) {
      int replica = learner.followed();
      if (replica < 0
          || learner.isSlow() && !hasServiceThread
          || !nodes.of(replica).isAlive()
          || nodes.of(replica).hasLiveLeader()) {
        checks.isInTouch(learner.number());
        continue;
      }
      checks.isStranded(learner.number(), replica, world.scheduler().now(), patienceNanos(learner));
    }
  }

  private long patienceNanos(SimulatedLearner learner) {
    long silence =
        SILENCES * SILENCE_TIMEOUTS * deployment.config().timeouts().election().mostNanos();
    int any = deployment.config().cluster().ids().get(0);
    long fetch = CoreSettings.replica(deployment.config(), any).snapshot().timeoutNanos();
    long patience = silence + (learner.isFetching() ? FETCH_TIMEOUTS * fetch : 0);
    return (long) (SLOWEST_CLOCK * patience) + SPARE_NANOS;
  }

  /** Whether all follow and have executed every slot before {@code end}, without open reads. */
  public boolean haveConverged(long end) {
    for (SimulatedLearner learner : learners) {
      if (learner.executed() != end || learner.followed() < 0) {
        return false;
      }
    }
    return readers.stream().allMatch(SimulatedClient::isDone);
  }

  /** Ends the processes of readers. */
  public void endReaders() {
    readers.forEach(SimulatedClient::end);
  }

  /**
   * @param digest of the replicas' whole state
   */
  public void snapshotsEqual(long digest) {
    for (SimulatedLearner learner : learners) {
      if (learner.snapshotDigest() != digest) {
        throw new Violation("%s and has other sessions or answers than the replicas", learner);
      }
    }
  }

  /** The number of faults of each kind. */
  public Map<String, Integer> faults() {
    return faults;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int number = 0; number < learners.size(); number++) {
      text.append("\n  ").append(learners.get(number)).append(", ").append(readers.get(number));
    }
    return text.toString();
  }
}

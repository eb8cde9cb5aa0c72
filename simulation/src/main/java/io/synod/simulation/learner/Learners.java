package io.synod.simulation.learner;

import io.synod.replica.assembly.CoreSettings;
import io.synod.simulation.check.LearnerChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.client.HostedClient;
import io.synod.simulation.host.Path;
import io.synod.simulation.network.ClientNetwork;
import io.synod.simulation.node.HostedNode;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The learners of one simulation, the clients that read there, and the faults of both. */
public final class HostedLearners {
  private static final long SLOW_NANOS = 40_000_000;

  // A follower leaves a source after so many election timeouts of silence, by its own clock.
  private static final int SILENCE_TIMEOUTS = 4;
  private static final int SILENCES = 2;

  // A part is asked for five times more, after twice as long each time, up to eight timeouts.
  private static final int FETCH_TIMEOUTS = 31;
  private static final double SLOWEST_CLOCK = 1.03;
  private static final long SPARE_NANOS = 20_000_000;

  private final HostedLearnersPlan plan;
  private final World world;
  private final HostedNode.Shared shared;
  private final HostedClient.Shared clients;
  private final SplittableRandom random;
  private final List<HostedLearner> learners = new ArrayList<>();
  private final List<HostedClient> readers = new ArrayList<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private boolean isOver;

  /**
   * @param first number of the clients that read here; those before it have other numbers
   */
  public HostedLearners(
      HostedLearnersPlan plan,
      World world,
      HostedNode.Shared shared,
      HostedClient.Shared clients,
      Seeds seeds,
      int first) {
    this.plan = plan;
    this.world = world;
    this.shared = shared;
    this.clients = clients;
    random = seeds.random("learners' faults");
    for (HostedLearner.Settings settings : plan.learners()) {
      int number = learners.size();
      HostedLearner learner =
          new HostedLearner(number, settings, world, shared, seeds.random("learner", number));
      learners.add(learner);
      readers.add(new HostedClient(first + number, clients.readingAt(learner.port())));
    }
  }

  /**
   * What cuts the clients of a replica off cuts its subscribers off.
   *
   * @param first of {@code network}'s clients that stands for a learner
   */
  public void connect(ClientNetwork network, int first) {
    for (HostedLearner learner : learners) {
      for (int replica = 0; replica < shared.config().cluster().size(); replica++) {
        network.disturbs(
            first + learner.number(), replica, to(learner, replica), from(replica, learner));
      }
    }
  }

  private Path to(HostedLearner learner, int replica) {
    return shared.net().path(HostedLearner.address(learner.number()), host(replica));
  }

  private Path from(int replica, HostedLearner learner) {
    return shared.net().path(host(replica), HostedLearner.address(learner.number()));
  }

  private String host(int replica) {
    return shared.config().cluster().replica(replica).client().getHostString();
  }

  /**
   * @param faultNanos after which nothing more goes wrong
   */
  public void start(long faultNanos) {
    for (int number = 0; number < learners.size(); number++) {
      HostedLearner learner = learners.get(number);
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
    HostedLearner learner = learners.get(random.nextInt(learners.size()));
    if (learner.isAlive()) {
      begin(learner, 1 + random.nextLong(plan.lengthNanos()));
    }
    nextFault();
  }

  private void begin(HostedLearner learner, long lengthNanos) {
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

  private void restart(HostedLearner learner, boolean keeps, long lengthNanos) {
    count(keeps ? "learner restart" : "learner loss");
    learner.kill(keeps);
    world.scheduler().after(lengthNanos, learner::start);
  }

  private void cutOff(HostedLearner learner, long lengthNanos) {
    count("learner cut off");
    List<Path> paths = paths(learner);
    paths.forEach(Path::cut);
    world.scheduler().after(lengthNanos, () -> paths.forEach(Path::mend));
  }

  /** Wrong bytes end a connection. */
  private void disturb(HostedLearner learner, long lengthNanos) {
    count("learner disturbed");
    List<Path> paths = paths(learner);
    paths.forEach(Path::beginNoise);
    world.scheduler().after(lengthNanos, () -> paths.forEach(Path::endNoise));
  }

  private List<Path> paths(HostedLearner learner) {
    List<Path> paths = new ArrayList<>();
    for (int replica = 0; replica < shared.config().cluster().size(); replica++) {
      paths.add(to(learner, replica));
      paths.add(from(replica, learner));
    }
    return paths;
  }

  private void count(String kind) {
    world.trace().event(-1, "fault", kind);
    faults.merge(kind, 1, Integer::sum);
  }

  /** Who follows a replica that hears of no leader must leave it. Looked at all the time. */
  public void probe(List<? extends SimulatedNode> nodes) {
    LearnerChecks checks = world.checks().learners();
    for (HostedLearner learner : learners) {
      int replica = learner.followed();
      if (replica < 0 || !nodes.get(replica).isAlive() || nodes.get(replica).hearsLeader()) {
        checks.isInTouch(learner.number());
        continue;
      }
      checks.isStranded(learner.number(), replica, world.scheduler().now(), patienceNanos(learner));
    }
  }

  private long patienceNanos(HostedLearner learner) {
    long silence = SILENCES * SILENCE_TIMEOUTS * shared.config().election().timeoutNanos();
    long fetch = CoreSettings.replica(shared.config(), 0).snapshot().timeoutNanos();
    long patience = silence + (learner.isFetching() ? FETCH_TIMEOUTS * fetch : 0);
    return (long) (SLOWEST_CLOCK * patience) + SPARE_NANOS;
  }

  /** Whether all have executed every slot before {@code end} and follow, and all is answered. */
  public boolean haveConverged(long end) {
    for (HostedLearner learner : learners) {
      if (learner.executed() != end || learner.followed() < 0) {
        return false;
      }
    }
    return readers.stream().allMatch(HostedClient::isDone);
  }

  /** The processes that read end. */
  public void endReaders() {
    readers.forEach(HostedClient::end);
  }

  /**
   * @param digest of all that the replicas remember
   */
  public void snapshotsEqual(long digest) {
    for (HostedLearner learner : learners) {
      if (learner.snapshotDigest() != digest) {
        throw new Violation("%s and remembers other sessions or answers than replicas", learner);
      }
    }
  }

  /** How many faults of each kind there were. */
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

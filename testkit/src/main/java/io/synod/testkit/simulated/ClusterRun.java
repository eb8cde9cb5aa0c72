package io.synod.testkit.simulated;

import io.netty.util.ResourceLeakDetector;
import io.synod.service.Lifecycle;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.simulation.SeedResult;
import io.synod.simulation.SimulationRun;
import io.synod.simulation.service.UserService;
import io.synod.testkit.copy.Subject;
import io.synod.testkit.history.Step;
import io.synod.testkit.service.RequestGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs one seed of the simulation with the service: production replicas and clients, while messages
 * are lost, replicas crash, disks fail, leaders change, and snapshots are taken and restored.
 */
public final class ClusterRun {
  // Runs in progress on all threads, and the level of leak detection before the first of them.
  // Guarded by this class.
  private static int running;
  private static ResourceLeakDetector.Level levelBefore;

  private final ExecutedOrder order;
  private final SeedResult result;

  // Of all processes.
  private final List<Lifecycle> started = new ArrayList<>();
  private final Throwable failure;

  /**
   * @param queries null for none
   */
  public ClusterRun(
      Subject subject, RequestGenerator requests, RequestGenerator queries, long seed) {
    order = new ExecutedOrder(subject.newModel());
    UserService user =
        new UserService(
            () -> new OrderedService(started(subject.factory().create()), order),
            requests::next,
            queries == null ? null : queries::next);
    result = withoutLeakDetection(() -> SimulationRun.runSeed(seed, user));
    Throwable ending = stop();
    failure = result.passed() ? ending : result.failure().getCause();
  }

  /** Null if no service fails at that. */
  private Throwable stop() {
    Throwable first = null;
    for (Lifecycle service : started) {
      try {
        service.onStop();
      } catch (RuntimeException | Error thrown) {
        first = first == null ? thrown : first;
      }
    }
    return first;
  }

  /** A process that is killed releases no buffers. */
  private static SeedResult withoutLeakDetection(Supplier<SeedResult> run) {
    changeRunning(1);
    try {
      return run.get();
    } finally {
      changeRunning(-1);
    }
  }

  /** The level is one of the JVM: the last of several runs sets it back. */
  private static synchronized void changeRunning(int by) {
    if (running == 0) {
      levelBefore = ResourceLeakDetector.getLevel();
    }
    running += by;
    ResourceLeakDetector.setLevel(running == 0 ? levelBefore : ResourceLeakDetector.Level.DISABLED);
  }

  private Service started(Service service) {
    if (service instanceof Lifecycle lifecycle) {
      started.add(lifecycle);
      lifecycle.onStart();
      lifecycle.onRole(Role.FOLLOWER);
    }
    return service;
  }

  /** Null if everything was right. */
  public Throwable failure() {
    return failure;
  }

  /** The executed requests. */
  public List<Step> history() {
    return order.steps();
  }

  /** How many requests were executed. */
  public int requests() {
    return result.operations();
  }

  /** How many faults there were. */
  public int faults() {
    return result.faults().values().stream().mapToInt(Integer::intValue).sum();
  }
}

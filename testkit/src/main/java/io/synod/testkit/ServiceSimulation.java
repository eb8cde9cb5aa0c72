package io.synod.testkit;

import io.synod.core.check.Range;
import io.synod.service.Service;
import io.synod.simulation.service.UserService;
import io.synod.testkit.copy.Difference;
import io.synod.testkit.copy.FreshCopies;
import io.synod.testkit.copy.SequentialRun;
import io.synod.testkit.copy.Subject;
import io.synod.testkit.history.HistoryDraw;
import io.synod.testkit.history.Step;
import io.synod.testkit.scan.CallScan;
import io.synod.testkit.service.RequestGenerator;
import io.synod.testkit.service.SequentialModel;
import io.synod.testkit.service.ServiceFactory;
import io.synod.testkit.simulated.ClusterRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Looks for mistakes in a service that make its replicas differ or lose state. For each seed it
 * draws a history of requests, queries, pauses and snapshots, and runs it on several instances of
 * the service that must agree. Set up and run by one thread.
 *
 * <pre>
 *   ServiceSimulation.of(LockService::new)
 *       .requests(random -&gt; "acquire door %d".formatted(random.nextInt(5)).getBytes(UTF_8))
 *       .clusters(1000)
 *       .run();
 * </pre>
 */
public final class ServiceSimulation {
  static final String SEED = "synod.simulation.seed";
  private static final String NEW_EACH_TIME =
      "; each call must make a new service, as ServiceSimulation.of(LockService::new) does";

  private final ServiceFactory factory;
  private final List<String> allowed = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private RequestGenerator requests;

  // Null if there are none.
  private RequestGenerator queries;
  private Supplier<? extends SequentialModel> model;
  private boolean refusalsMayChange;
  private int histories = 200;
  private int clusters = 10;
  private long firstSeed = 1;

  private ServiceSimulation(ServiceFactory factory) {
    this.factory = factory;
  }

  /**
   * A simulation of the services that {@code factory} makes: a constructor reference, or a lambda
   * that captures serializable values only.
   */
  public static ServiceSimulation of(ServiceFactory factory) {
    return new ServiceSimulation(Objects.requireNonNull(factory, "factory"));
  }

  /** Draws the requests. Must be set. */
  public ServiceSimulation requests(RequestGenerator generator) {
    requests = checked(generator);
    return this;
  }

  /** Draws the queries. By default there are none. */
  public ServiceSimulation queries(RequestGenerator generator) {
    queries = checked(generator);
    return this;
  }

  /** Compares each answer with that of a model, of which each history gets a new one. */
  public ServiceSimulation model(Supplier<? extends SequentialModel> supplier) {
    model = supplier;
    return this;
  }

  /** How many histories are run, each of up to 120 steps. 0 or more. Default: 200. */
  public ServiceSimulation histories(int count) {
    Range.atLeast(0, count, "histories");
    histories = count;
    return this;
  }

  /**
   * How many clusters are simulated, each with some hundred requests; one takes about half a
   * second. 0 or more. Default: 10.
   */
  public ServiceSimulation clusters(int count) {
    Range.atLeast(0, count, "clusters");
    clusters = count;
    return this;
  }

  /** The seed of the first history and of the first cluster; the others follow it. Default: 1. */
  public ServiceSimulation firstSeed(long seed) {
    firstSeed = seed;
    return this;
  }

  /**
   * Lets the service call a method that a deterministic service must not call.
   *
   * @param call a class of the JDK, or a class and its method, as in {@code
   *     java.nio.file.Files.readString}
   */
  public ServiceSimulation allow(String call) {
    allowed.add(Objects.requireNonNull(call, "call"));
    return this;
  }

  /** Requests that are refused with a ServiceException may change the state or set timers. */
  public ServiceSimulation refusalsMayChangeState() {
    refusalsMayChange = true;
    return this;
  }

  /**
   * Runs all seeds, or the one that the system property {@code synod.simulation.seed} names. Blocks
   * until the end.
   *
   * @throws ServiceFault at the first mistake
   * @throws IllegalStateException if no requests are set, neither histories nor clusters are run,
   *     the system property is no number, or the factory does not make a new service at each call
   */
  public SimulationReport run() {
    if (requests == null) {
      throw new IllegalStateException("call requests(...) first: it draws what clients send");
    }
    if (histories == 0 && clusters == 0) {
      throw new IllegalStateException(
          "this run checks nothing: call histories(...) or clusters(...) with 1 or more");
    }
    scan();
    Subject subject = new Subject(factory, freshCopies(), model, refusalsMayChange);
    Long only = onlySeed();
    long first = only == null ? firstSeed : only;
    int ofHistories = only == null ? histories : Math.min(1, histories);
    int ofClusters = only == null ? clusters : Math.min(1, clusters);
    long steps = 0;
    // Counted, because behind the largest seed comes the smallest.
    for (int done = 0; done < ofHistories; done++) {
      steps += runHistory(first + done, subject);
    }
    long executed = 0;
    long faults = 0;
    for (int done = 0; done < ofClusters; done++) {
      long seed = first + done;
      ClusterRun run = new ClusterRun(subject, requests, queries, seed);
      if (run.failure() != null) {
        throw FaultReport.ofCluster(seed, subject, run);
      }
      executed += run.requests();
      faults += run.faults();
    }
    if (subject.fresh() != null && subject.fresh().note() != null) {
      notes.add(subject.fresh().note());
    }
    return new SimulationReport(ofHistories, steps, ofClusters, executed, faults, notes);
  }

  /** Null if all seeds run. */
  private static Long onlySeed() {
    String text = System.getProperty(SEED);
    try {
      return text == null ? null : Long.valueOf(text.strip());
    } catch (NumberFormatException malformed) {
      throw new IllegalStateException(
          "-D%s=%s names no seed: it takes a number, such as 17".formatted(SEED, text));
    }
  }

  private int runHistory(long seed, Subject subject) {
    List<Step> history =
        new HistoryDraw(requests, queries)
            .draw(new SplittableRandom(seed), SequentialRun.idleMillis());
    Difference difference = SequentialRun.run(subject, history);
    if (difference != null) {
      throw FaultReport.ofHistory(seed, subject, history, difference);
    }
    return history.size();
  }

  /** Null for no generator. */
  private static RequestGenerator checked(RequestGenerator generator) {
    return generator == null
        ? null
        : random -> {
          byte[] drawn =
              Objects.requireNonNull(generator.next(random), "a generator has drawn null");
          if (drawn.length > UserService.BYTES_MAX) {
            throw new IllegalStateException(
                "a generator has drawn %d bytes; %d are the most here"
                    .formatted(drawn.length, UserService.BYTES_MAX));
          }
          return drawn;
        };
  }

  private Service made() {
    Service made = factory.create();
    if (made == null) {
      throw new IllegalStateException(
          "the factory made no service: it returned null" + NEW_EACH_TIME);
    }
    if (made == factory.create()) {
      throw new IllegalStateException(
          "the factory returned the same service twice, and several instances are compared"
              + NEW_EACH_TIME);
    }
    return made;
  }

  private void scan() {
    Class<?> type = made().getClass();
    List<String> findings = CallScan.of(type, allowed);
    if (!findings.isEmpty()) {
      throw new ServiceFault(
          "%s is not deterministic:%n  %s%nUse allow(\"class.method\") for a call that is right here."
              .formatted(type.getName(), String.join("%n  ".formatted(), findings)),
          null);
    }
  }

  private FreshCopies freshCopies() {
    try {
      return FreshCopies.of(factory);
    } catch (IOException cannot) {
      notes.add(
          "no instance under another class loader: the factory captures what cannot be serialized, "
              + cannot.getMessage());
      return null;
    }
  }
}

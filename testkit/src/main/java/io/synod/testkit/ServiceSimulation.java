package io.synod.testkit;

import io.synod.testkit.copy.Difference;
import io.synod.testkit.copy.FreshCopies;
import io.synod.testkit.copy.SequentialRun;
import io.synod.testkit.copy.Subject;
import io.synod.testkit.copy.Texts;
import io.synod.testkit.history.HistoryDraw;
import io.synod.testkit.history.ShortestHistory;
import io.synod.testkit.history.Step;
import io.synod.testkit.scan.CallScan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
 *       .seeds(1000)
 *       .run();
 * </pre>
 */
public final class ServiceSimulation {
  private static final String SEED = "synod.simulation.seed";
  private static final int REQUEST_BYTES_MAX = 4 << 10;
  private static final long SHORTENING_NANOS_MAX = 20_000_000_000L;

  private final ServiceFactory factory;
  private final List<String> allowed = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private RequestGenerator requests;

  // Null if there are none.
  private RequestGenerator queries;
  private Supplier<? extends SequentialModel> model;
  private boolean refusalsMayChange;
  private int seeds = 200;
  private long firstSeed = 1;

  private ServiceSimulation(ServiceFactory factory) {
    this.factory = factory;
  }

  /**
   * A simulation of the services that {@code factory} makes: a constructor reference, or a lambda
   * that captures serializable values only.
   */
  public static ServiceSimulation of(ServiceFactory factory) {
    return new ServiceSimulation(factory);
  }

  /** Draws the requests. Must be set. */
  public ServiceSimulation requests(RequestGenerator generator) {
    requests = generator;
    return this;
  }

  /** Draws the queries. By default there are none. */
  public ServiceSimulation queries(RequestGenerator generator) {
    queries = generator;
    return this;
  }

  /** Compares each answer with that of a model, of which each history gets a new one. */
  public ServiceSimulation model(Supplier<? extends SequentialModel> supplier) {
    model = supplier;
    return this;
  }

  /** How many seeds are run. Default: 200. */
  public ServiceSimulation seeds(int count) {
    seeds = count;
    return this;
  }

  /** The first seed; the others follow it. Default: 1. */
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
    allowed.add(call);
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
   * @throws IllegalStateException if no requests are set
   */
  public SimulationReport run() {
    if (requests == null) {
      throw new IllegalStateException("call requests(...) first: it draws what clients send");
    }
    scan();
    Subject subject = new Subject(factory, freshCopies(), model, refusalsMayChange);
    HistoryDraw draw = new HistoryDraw(this::request, queries);
    Long only = Long.getLong(SEED);
    long first = only == null ? firstSeed : only;
    int count = only == null ? seeds : 1;
    long steps = 0;
    for (long seed = first; seed < first + count; seed++) {
      List<Step> history = draw.draw(new SplittableRandom(seed), SequentialRun.idleMillis());
      Difference difference = SequentialRun.run(subject, history);
      if (difference != null) {
        throw fault(seed, subject, history, difference);
      }
      steps += history.size();
    }
    return new SimulationReport(count, steps, notes);
  }

  private byte[] request(SplittableRandom random) {
    byte[] request = requests.next(random);
    if (request.length > REQUEST_BYTES_MAX) {
      throw new IllegalStateException(
          "the generator has drawn a request of %d bytes; %d are the most here"
              .formatted(request.length, REQUEST_BYTES_MAX));
    }
    return request;
  }

  private void scan() {
    Class<?> type = factory.create().getClass();
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

  private static ServiceFault fault(
      long seed, Subject subject, List<Step> history, Difference difference) {
    ShortestHistory<Difference> shortest =
        new ShortestHistory<>(
                history,
                difference,
                shorter -> SequentialRun.run(subject, shorter),
                SHORTENING_NANOS_MAX)
            .search();
    StringBuilder text = new StringBuilder();
    text.append(shortest.finding().text());
    text.append("%nThe shortest history found, %d steps:".formatted(shortest.history().size()));
    int number = 0;
    for (Step step : shortest.history()) {
      text.append("%n  %2d. %s".formatted(++number, text(step)));
    }
    text.append("%nSeed %d; replay: mvn test -D%s=%d".formatted(seed, SEED, seed));
    return new ServiceFault(text.toString(), shortest.finding().cause());
  }

  private static String text(Step step) {
    if (step instanceof Step.Request request) {
      return "client %d sends %s%s"
          .formatted(
              request.client(),
              Texts.of(request.bytes()),
              request.sameBatch() ? ", in the same batch" : "");
    }
    if (step instanceof Step.Query query) {
      return "query " + Texts.of(query.bytes());
    }
    if (step instanceof Step.Leaving leaving) {
      return "client %d closes its session".formatted(leaving.client());
    }
    if (step instanceof Step.Pause pause) {
      return pause.silent() < 0
          ? "%d ms pass".formatted(pause.millis())
          : "%d ms pass without a sign of client %d".formatted(pause.millis(), pause.silent());
    }
    Step.Capture capture = (Step.Capture) step;
    return "a snapshot is captured, written %d steps later and restored by %s"
        .formatted(
            capture.stepsLater(),
            capture.isUsed() ? "an instance with other state" : "a new instance");
  }
}

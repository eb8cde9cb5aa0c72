package io.synod.benchmarks.load;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.client.SessionListener;
import io.synod.client.SynodClient;
import io.synod.network.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Keeps a constant number of requests outstanding at a cluster, or sends them at a rate. Owns its
 * event loops and clients; to be used by one thread.
 *
 * <pre>{@code
 * try (LoadGenerator generator = new LoadGenerator(target, load)) {
 *   generator.start();
 *   LoadResult result = generator.measure(span, listener);
 * }
 * }</pre>
 */
public final class LoadGenerator implements Generator {
  private final EventLoopGroup group;
  private final List<LoadLoop> loops = new ArrayList<>();
  private final List<SynodClient> clients = new ArrayList<>();

  /** Connects in the background; sends nothing before {@link #start}. */
  public LoadGenerator(Target target, Load load) {
    group = Transport.chosen().eventLoops(load.threads(), "synod-load");
    for (int index = 0; index < load.threads(); index++) {
      Requests requests = load.workload().requests(load.requestBytes(), index);
      loops.add(new LoadLoop(group.next(), requests, target.answerBytes(), pace(load)));
    }
    for (int index = 0; index < load.connections(); index++) {
      LoadLoop loop = loops.get(index % loops.size());
      int outstanding = load.outstandingOf(index);
      SynodClient client = client(target, outstanding, loop.eventLoop());
      clients.add(client);
      loop.add(client, outstanding);
    }
  }

  /** Each loop has a share of the clients and of the rate. */
  private static Pace pace(Load load) {
    return load.inBursts()
        ? Pace.bursts(load.perSecond())
        : new Pace((double) load.perSecond() / load.threads());
  }

  private static SynodClient client(Target target, int outstanding, EventLoop loop) {
    // An answer comes behind the events of its request, so they need no count of their own.
    SessionListener listener = target.hasEvents() ? (session, event) -> {} : null;
    return SynodClient.builder()
        .cluster(target.cluster())
        .replicas(target.addresses())
        .requestTimeout(Measurement.REQUEST_TIMEOUT)
        .maxOutstanding(outstanding)
        .sessionListener(listener)
        .eventLoop(loop)
        .build();
  }

  @Override
  public void start() {
    loops.forEach(loop -> loop.eventLoop().execute(loop::start));
  }

  @Override
  public LoadResult measure(Span span, LoadListener listener) throws InterruptedException {
    return Measurement.of(new Loops(), span, listener);
  }

  /** All loops together; each is queried on its own thread. */
  private final class Loops implements Measurement.Counted {

    @Override
    public boolean awaitFirst(Duration patience) throws InterruptedException {
      for (LoadLoop loop : loops) {
        if (!loop.awaitFirst(patience)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public long answeredInAll() throws InterruptedException {
      long sum = 0;
      for (long answered : onEach(LoadLoop::answeredInAll)) {
        sum += answered;
      }
      return sum;
    }

    @Override
    public void begin() throws InterruptedException {
      onEach(loop -> run(loop::begin));
    }

    @Override
    public LoadResult result() throws InterruptedException {
      return sum(onEach(LoadLoop::result));
    }
  }

  private LoadResult sum(List<LoadResult> results) throws InterruptedException {
    Histogram latencies = LoadLoop.emptyLatencies();
    long nanos = 0;
    long answered = 0;
    long failed = 0;
    long unknown = 0;
    for (LoadResult result : results) {
      latencies.add(result.latencies());
      nanos = Math.max(nanos, result.nanos());
      answered += result.answered();
      failed += result.failed();
      unknown += result.unknown();
    }
    if (onEach(LoadLoop::isBroken).contains(true)) {
      throw new LoadFailure("the answers are wrong: " + trouble());
    }
    if (answered == 0) {
      throw new LoadFailure("no request was answered: " + trouble());
    }
    return new LoadResult(nanos, answered, failed, unknown, latencies);
  }

  private String trouble() throws InterruptedException {
    for (String trouble : onEach(LoadLoop::trouble)) {
      if (trouble != null) {
        return trouble;
      }
    }
    return "they are all in flight";
  }

  private interface OnLoop<T> {
    T call(LoadLoop loop);
  }

  private static Void run(Runnable task) {
    task.run();
    return null;
  }

  /** Queries every loop on its own thread. */
  private <T> List<T> onEach(OnLoop<T> question) throws InterruptedException {
    List<T> answers = new ArrayList<>();
    for (LoadLoop loop : loops) {
      Callable<T> task = () -> question.call(loop);
      try {
        answers.add(loop.eventLoop().submit(task).get());
      } catch (ExecutionException bug) {
        throw new LoadFailure("the load generator has failed", bug.getCause());
      }
    }
    return answers;
  }

  @Override
  public void close() {
    loops.forEach(loop -> loop.eventLoop().execute(loop::stop));
    clients.forEach(SynodClient::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}

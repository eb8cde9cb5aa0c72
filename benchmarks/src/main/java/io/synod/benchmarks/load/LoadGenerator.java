package io.synod.benchmarks.load;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
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
 * Keeps a constant number of requests outstanding at a cluster. Owns its event loops and clients;
 * to be used by one thread.
 *
 * <pre>{@code
 * try (LoadGenerator generator = new LoadGenerator(target, load)) {
 *   generator.start();
 *   LoadResult result = generator.measure(span, listener);
 * }
 * }</pre>
 */
public final class LoadGenerator implements AutoCloseable {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private final EventLoopGroup group;
  private final List<LoadLoop> loops = new ArrayList<>();
  private final List<SynodClient> clients = new ArrayList<>();

  // Since the last second was told.
  private long toldAnswered;
  private long toldNanos;

  /** Connects in the background; sends nothing before {@link #start}. */
  public LoadGenerator(Target target, Load load) {
    group = Transport.chosen().eventLoops(load.threads(), "synod-load");
    byte[] request = new byte[load.requestBytes()];
    for (int index = 0; index < load.threads(); index++) {
      loops.add(new LoadLoop(group.next(), request, target.answerBytes()));
    }
    for (int index = 0; index < load.connections(); index++) {
      LoadLoop loop = loops.get(index % loops.size());
      int outstanding = load.outstandingOf(index);
      SynodClient client = client(target, outstanding, loop.eventLoop());
      clients.add(client);
      loop.add(client, outstanding);
    }
  }

  private static SynodClient client(Target target, int outstanding, EventLoop loop) {
    return SynodClient.builder()
        .cluster(target.cluster())
        .replicas(target.addresses())
        .requestTimeout(REQUEST_TIMEOUT)
        .maxOutstanding(outstanding)
        .eventLoop(loop)
        .build();
  }

  /** Sends the first requests. */
  public void start() {
    loops.forEach(loop -> loop.eventLoop().execute(loop::start));
  }

  /**
   * Waits for the first answer, then for the warm-up, then for what is measured. Can be called
   * again; the load goes on meanwhile.
   *
   * @throws LoadFailure if nothing is answered while it is measured, or something with a wrong
   *     length
   */
  public LoadResult measure(Span span, LoadListener listener) throws InterruptedException {
    for (LoadLoop loop : loops) {
      if (!loop.awaitBegun(REQUEST_TIMEOUT)) {
        throw new LoadFailure("no request has ended within " + REQUEST_TIMEOUT.toSeconds() + " s");
      }
    }
    toldAnswered = answeredInAll();
    toldNanos = System.nanoTime();
    pass(span.warmUp(), listener);
    onEach(loop -> run(loop::begin));
    listener.onMeasuring();
    pass(span.duration(), listener);
    List<LoadResult> results = onEach(LoadLoop::result);
    listener.onMeasured();
    return sum(results);
  }

  private void pass(Duration time, LoadListener listener) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(left, SECOND_NANOS));
      tellSecond(listener);
    }
  }

  private void tellSecond(LoadListener listener) throws InterruptedException {
    long answered = answeredInAll();
    long now = System.nanoTime();
    listener.onSecond((answered - toldAnswered) * SECOND_NANOS / Math.max(1, now - toldNanos));
    toldAnswered = answered;
    toldNanos = now;
  }

  private long answeredInAll() throws InterruptedException {
    long sum = 0;
    for (long answered : onEach(LoadLoop::answeredInAll)) {
      sum += answered;
    }
    return sum;
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
    return "they are all on their way";
  }

  private interface OnLoop<T> {
    T call(LoadLoop loop);
  }

  private static Void run(Runnable task) {
    task.run();
    return null;
  }

  /** Asks every loop, on its own thread. */
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

  /** Ends the load: what is outstanding is dropped. Waits for the event loops' threads. */
  @Override
  public void close() {
    loops.forEach(loop -> loop.eventLoop().execute(loop::stop));
    clients.forEach(SynodClient::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}

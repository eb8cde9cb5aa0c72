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
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a constant number of requests outstanding at a cluster, or sends them at a rate. Owns its
 * event loop and clients; to be used by one thread.
 *
 * <pre>{@code
 * try (LoadGenerator generator = new LoadGenerator(target, load)) {
 *   generator.start();
 *   LoadResult result = generator.measure(span, listener);
 * }
 * }</pre>
 */
public final class LoadGenerator implements Generator {
  private final EventLoopGroup group = Transport.chosen().eventLoops(1, "synod-load");
  private final LoadLoop loop;
  private final List<SynodClient> clients = new ArrayList<>();

  /** Connects in the background; sends nothing before {@link #start}. */
  public LoadGenerator(Target target, Load load) {
    Pace pace =
        load.inBursts() ? Pace.bursts(load.perSecond()) : new Pace((double) load.perSecond());
    Requests requests = load.workload().requests(load.requestBytes());
    loop = new LoadLoop(group.next(), requests, target.answerBytes(), pace);
    for (int index = 0; index < load.connections(); index++) {
      int outstanding = load.outstandingOf(index);
      SynodClient client = client(target, outstanding, loop.eventLoop());
      clients.add(client);
      loop.add(client, outstanding);
    }
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
    loop.eventLoop().execute(loop::start);
  }

  @Override
  public LoadResult measure(Span span, LoadListener listener) throws InterruptedException {
    return Measurement.of(new Counters(), span, listener);
  }

  /** Those of the loop, which are queried on its thread. */
  private final class Counters implements Measurement.Counted {

    @Override
    public boolean awaitFirst(Duration patience) throws InterruptedException {
      return loop.awaitFirst(patience);
    }

    @Override
    public long answeredInAll() throws InterruptedException {
      return onLoop(loop::answeredInAll);
    }

    @Override
    public void begin() throws InterruptedException {
      onLoop(Executors.callable(loop::begin));
    }

    @Override
    public LoadResult result() throws InterruptedException {
      LoadResult result = onLoop(loop::result);
      if (onLoop(loop::isBroken)) {
        throw new LoadFailure("the answers are wrong: " + onLoop(loop::trouble));
      }
      if (result.answered() == 0) {
        String trouble = onLoop(loop::trouble);
        throw new LoadFailure(
            "no request was answered: " + (trouble == null ? "they are all in flight" : trouble));
      }
      return result;
    }
  }

  private <T> T onLoop(Callable<T> question) throws InterruptedException {
    try {
      return loop.eventLoop().submit(question).get();
    } catch (ExecutionException bug) {
      throw new LoadFailure("the load generator has failed", bug.getCause());
    }
  }

  @Override
  public void close() {
    loop.eventLoop().execute(loop::stop);
    clients.forEach(SynodClient::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}

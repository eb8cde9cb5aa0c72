package io.synod.benchmarks.peers.load;

import io.synod.benchmarks.load.Generator;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Measurement;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Keeps a constant number of requests outstanding at a peer. For one thread. */
public final class PeerGenerator implements Generator {
  private final ScheduledExecutorService retries =
      Executors.newSingleThreadScheduledExecutor(PeerGenerator::daemon);
  private final Load load;
  private final Tally tally;
  private final List<PeerClient> clients = new ArrayList<>();

  /** Makes the clients of a load. */
  public interface Clients {

    /**
     * Creates one client. Waits until it is connected, if the peer's client does.
     *
     * @param tally is notified if the client ends by itself
     */
    PeerClient connect(Target target, Load load, Tally tally);
  }

  /** Connects as many clients as the load has connections; sends nothing before the start. */
  public PeerGenerator(Target target, Load load, Clients connecting) {
    this.load = load;
    this.tally = new Tally(target.answerBytes(), retries);
    for (int index = 0; index < load.connections(); index++) {
      clients.add(connecting.connect(target, load, tally));
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "retries");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void start() {
    for (int index = 0; index < clients.size(); index++) {
      PeerClient client = clients.get(index);
      List<Cycle> cycles = new ArrayList<>();
      for (int number = 0; number < load.outstandingOf(index); number++) {
        cycles.add(new Cycle(number, client, tally));
      }
      client.start(cycles);
    }
  }

  @Override
  public LoadResult measure(Span span, LoadListener listener) throws InterruptedException {
    return Measurement.of(tally, span, listener);
  }

  @Override
  public void close() {
    tally.stop();
    retries.shutdownNow();
    clients.forEach(PeerClient::close);
  }
}

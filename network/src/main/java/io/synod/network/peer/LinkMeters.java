package io.synod.network.peer;

import io.netty.channel.EventLoop;
import io.synod.network.transport.RepeatedTask;
import io.synod.network.transport.Sockets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures the links to all peers: the round trips each second, and on demand the bandwidth: of one
 * link after the other, and then of all together, which may share a part of the network. Confined
 * to the event loop, except for {@link #sharedRate}.
 */
final class LinkMeters {
  private static final long PERIOD_MILLIS = 1_000;
  private static final long PAUSE_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);
  private static final int PAUSE_FACTOR = 9;

  private final EventLoop loop;
  private final PeerPort port;
  private final PeerLink[] links;

  private final RepeatedTask bursts;

  private Future<?> pings;

  // Completes when the bursts that are under way or due are over, or else the next ones.
  private volatile CompletableFuture<Void> over = new CompletableFuture<>();

  // Null if no bursts are under way or due.
  private Future<?> due;
  private long begunNanos;

  // Of those that are under way, the ones that had a link to themselves.
  private final List<Burst> alone = new ArrayList<>();
  private volatile SharedRate sharedRate = SharedRate.UNKNOWN;

  // Before this time no bursts begin.
  private long allowedNanos;

  /**
   * @param links by replica number; null for this replica itself
   */
  LinkMeters(EventLoop loop, PeerPort port, PeerLink[] links) {
    this.loop = loop;
    this.port = port;
    allowedNanos = nanoTime();
    this.links = links;
    bursts = task("measuring bandwidth", this::begin);
  }

  void start() {
    RepeatedTask task = task("measuring round trips", this::pingAll);
    pings = loop.scheduleAtFixedRate(task, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private RepeatedTask task(String what, Runnable task) {
    return new RepeatedTask(
        "replica %d: %s".formatted(port.settings().self(), what),
        this::nanoTime,
        port.listener()::onBug,
        task);
  }

  void close() {
    if (pings != null) {
      pings.cancel(false);
    }
    if (due != null) {
      due.cancel(false);
    }
  }

  /** Any thread. */
  SharedRate sharedRate() {
    return sharedRate;
  }

  /**
   * Bursts to each peer in turn and then to all at once, or joins those that are under way or due.
   * Bursts use the links for a tenth of the time at most, however often they are asked for; more
   * wait.
   */
  void burstToAll() {
    if (due == null) {
      long delayNanos = Math.max(0, allowedNanos - nanoTime());
      due = loop.schedule(bursts, delayNanos, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Completes when bursts are over, whether or not they found a rate: those that are under way or
   * due, or else the next ones. One for all who ask, because anybody may ask often. Any thread.
   */
  CompletableFuture<Void> over() {
    return over;
  }

  private void begin() {
    begunNanos = nanoTime();
    alone.clear();
    step(() -> burstFrom(0));
  }

  /** What throws ends the bursts: others can be asked for. */
  private void step(Runnable next) {
    try {
      next.run();
    } catch (RuntimeException | Error bug) {
      end();
      throw bug;
    }
  }

  private void burstFrom(int replica) {
    if (replica == links.length && alone.size() > 1) {
      burstTogether();
    } else if (replica == links.length) {
      end();
    } else if (links[replica] == null) {
      burstFrom(replica + 1);
    } else {
      links[replica].meter.burst(
          burst -> {
            if (burst != null) {
              links[replica].meter.found(burst);
              alone.add(burst);
            }
            step(() -> burstFrom(replica + 1));
          });
    }
  }

  private void burstTogether() {
    List<PeerLink> all = Arrays.stream(links).filter(Objects::nonNull).toList();
    List<Burst> together = new ArrayList<>();
    AtomicInteger left = new AtomicInteger(all.size());
    for (PeerLink link : all) {
      link.meter.burst(
          burst -> {
            if (burst != null) {
              together.add(burst);
            }
            if (left.decrementAndGet() == 0) {
              step(() -> foundTogether(together));
              end();
            }
          });
    }
  }

  private void foundTogether(List<Burst> together) {
    double sum = alone.stream().mapToDouble(Burst::bitsPerSecond).sum();
    double rate = together.size() < alone.size() ? 0 : Burst.bitsPerSecond(together);
    sharedRate = sharedRate.next(rate, sum);
  }

  private void end() {
    if (due == null) {
      return;
    }
    alone.clear();
    long now = nanoTime();
    allowedNanos = now + Math.max(PAUSE_NANOS_MIN, PAUSE_FACTOR * (now - begunNanos));
    due = null;
    CompletableFuture<Void> ended = over;
    over = new CompletableFuture<>();
    ended.complete(null);
  }

  private long nanoTime() {
    return Sockets.nanoTime(loop);
  }

  private void pingAll() {
    for (PeerLink link : links) {
      if (link != null) {
        link.meter.ping();
      }
    }
  }
}

package io.synod.network.peer;

import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures the ways to all peers: their round trips each second, and on demand their bandwidth, one
 * after the other, lest two bursts share what lies on both ways. Confined to the event loop.
 */
final class LinkMeters {
  private static final long PERIOD_MILLIS = 1_000;

  private final EventLoop loop;
  private final PeerLink[] links;

  private Future<?> pings;

  // Of the bursts that are under way; null if none are.
  private CompletableFuture<Void> bursts;

  /**
   * @param links by replica number; null for this replica itself
   */
  LinkMeters(EventLoop loop, PeerLink[] links) {
    this.loop = loop;
    this.links = links;
  }

  void start() {
    pings =
        loop.scheduleAtFixedRate(
            this::pingAll, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  void close() {
    if (pings != null) {
      pings.cancel(false);
    }
  }

  /**
   * Bursts to each peer in turn, or joins those that are under way.
   *
   * @return completes when they are over, whatever they have found
   */
  CompletableFuture<Void> burstToAll() {
    if (bursts == null) {
      bursts = new CompletableFuture<>();
      CompletableFuture<Void> begun = bursts;
      burstFrom(0);
      return begun;
    }
    return bursts;
  }

  private void burstFrom(int replica) {
    if (replica == links.length) {
      CompletableFuture<Void> ended = bursts;
      bursts = null;
      ended.complete(null);
    } else if (links[replica] == null) {
      burstFrom(replica + 1);
    } else {
      links[replica].meter.burst(() -> burstFrom(replica + 1));
    }
  }

  private void pingAll() {
    for (PeerLink link : links) {
      if (link != null) {
        link.meter.ping();
      }
    }
  }
}

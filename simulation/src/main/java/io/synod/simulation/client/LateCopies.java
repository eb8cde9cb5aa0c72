package io.synod.simulation.client;

import io.synod.simulation.network.ClientFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Copies of a client's frames that arrive anywhere and late, as from a connection that was given up
 * while its bytes were under way. None of them may have an effect of its own.
 */
final class LateCopies {
  private static final long LATE_MILLIS_MAX = 1_000;
  private static final long LEADER_CLOCKS_MILLIS = 500;
  private static final int FIRST_FRAMES = 3;

  private final int client;
  private final Clients clients;
  private final SplittableRandom random;
  private final List<ClientFrame.Requests> firstFrames = new ArrayList<>();
  private long lastNanos;
  private long closingNanos;

  LateCopies(int client, Clients clients, SplittableRandom random) {
    this.client = client;
    this.clients = clients;
    this.random = random;
  }

  /** A new session begins. */
  void opened() {
    firstFrames.clear();
  }

  void sent(ClientFrame.Requests frame) {
    if (firstFrames.size() < FIRST_FRAMES) {
      firstFrames.add(frame);
    }
    if (random.nextDouble() < clients.workload().duplication()) {
      copy(frame, random.nextInt(clients.replicas()), random.nextLong(lateNanosMax()));
    }
  }

  /** The session is asked to end: by its leader's clock it may be over from now on. */
  void closing() {
    closingNanos = clients.scheduler().now();
  }

  /** The session is over; now and then everything that it began with arrives once more. */
  void over(int leader) {
    long sinceNanos = clients.scheduler().now() - closingNanos;
    long lateNanosMax = lateNanosMax() - sinceNanos;
    if (lateNanosMax > 0 && random.nextDouble() < clients.workload().duplication()) {
      long lateNanos = 0;
      for (ClientFrame.Requests frame : firstFrames) {
        lateNanos += random.nextLong(lateNanosMax) / FIRST_FRAMES;
        copy(frame, leader, lateNanos);
      }
    }
  }

  /** Whether none is still to be sent. */
  boolean areSent() {
    return clients.scheduler().now() > lastNanos;
  }

  private void copy(ClientFrame.Requests frame, int replica, long lateNanos) {
    lastNanos = Math.max(lastNanos, clients.scheduler().now() + lateNanos);
    clients.scheduler().after(lateNanos, () -> clients.network().send(client, replica, frame));
  }

  /** A session that is over is remembered for its idle time, by leaders whose clocks differ. */
  private long lateNanosMax() {
    long millis = (clients.session().idleMillis() - LEADER_CLOCKS_MILLIS) / 2;
    return 1 + 1_000_000 * Math.max(0, Math.min(millis, LATE_MILLIS_MAX));
  }
}

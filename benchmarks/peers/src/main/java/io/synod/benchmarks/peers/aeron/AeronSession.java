package io.synod.benchmarks.peers.aeron;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.logbuffer.Header;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.peers.load.Cycle;
import io.synod.benchmarks.peers.load.PeerClient;
import io.synod.benchmarks.peers.load.Tally;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One session. A request begins with the number of its cycle, and so does its answer. Confined to
 * the sessions' thread, which polls it.
 */
final class AeronSession implements PeerClient, EgressListener {
  private final AeronSessions sessions;
  private final Tally tally;
  private final UnsafeBuffer request;
  private final Queue<Cycle> refused = new ArrayDeque<>();
  private List<Cycle> cycles = new ArrayList<>();
  private AeronCluster cluster;

  private AeronSession(AeronSessions sessions, Load load, Tally tally) {
    this.sessions = sessions;
    this.tally = tally;
    this.request = new UnsafeBuffer(new byte[load.requestBytes()]);
  }

  /** Waits until the leader has opened the session. */
  static AeronSession connect(
      Aeron aeron, Target target, Load load, Tally tally, AeronSessions sessions) {
    AeronSession session = new AeronSession(sessions, load, tally);
    session.cluster =
        AeronCluster.connect(
            new AeronCluster.Context()
                .aeron(aeron)
                .ownsAeronClient(false)
                .ingressChannel(AeronSettings.clientChannel(""))
                .ingressEndpoints(target.addresses())
                .egressChannel(AeronSettings.clientChannel("|" + AeronSettings.anyPort()))
                .egressListener(session));
    return session;
  }

  @Override
  public void start(List<Cycle> all) {
    sessions.execute(
        () -> {
          cycles = all;
          all.forEach(Cycle::send);
        });
  }

  @Override
  public void send(Cycle cycle) {
    if (!refused.isEmpty() || !offer(cycle)) {
      refused.add(cycle);
    }
  }

  private boolean offer(Cycle cycle) {
    request.putLong(0, cycle.number());
    long offered = cluster.offer(request, 0, request.capacity());
    if (offered == Publication.CLOSED || offered == Publication.MAX_POSITION_EXCEEDED) {
      tally.broken("the session with Aeron is closed");
    }
    return offered > 0;
  }

  /** Receives answers and sends rejected requests again; returns how many. */
  int poll() {
    int work = cluster.pollEgress();
    while (!refused.isEmpty() && offer(refused.peek())) {
      refused.remove();
      work++;
    }
    return work;
  }

  @Override
  public void onMessage(
      long session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
    cycles.get((int) buffer.getLong(offset)).answered(length);
  }

  @Override
  public void close() {
    // The process ends with the load; the sessions' thread still polls.
  }
}

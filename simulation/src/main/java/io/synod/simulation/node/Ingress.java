package io.synod.simulation.node;

import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.session.LongMap;
import io.synod.core.settings.Consistency;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.network.ServerFrame;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A replica's side of its clients' connections: admits requests in order, refuses what the batcher
 * has no room for, sends clients to the leader and routes replies.
 */
final class Ingress implements ClientFrame.Visitor {
  private static final double SLOWEST_CLOCK = 1.03;
  private static final byte[] NOTHING = new byte[0];

  private final int self;
  private final World world;
  private final BatcherStage batcher;
  private final Consumer<ReadTicket> reads;
  private final EntryBytes.Releases releases = new EntryBytes.Releases();
  private final LongMap<Integer> clientOf = new LongMap<>();
  private final Map<Long, Long> refusedFrom = new HashMap<>();
  private final boolean[] connected;
  private final int readsMax;
  private int readsWaiting;
  private View view = View.NONE;
  private int leader = -1;

  /**
   * @param self says how many reads may be under way too
   */
  Ingress(
      ReplicaSettings self,
      World world,
      int clients,
      BatcherStage batcher,
      Consumer<ReadTicket> reads) {
    this.self = self.self();
    readsMax = self.clients().readsMax();
    this.world = world;
    this.batcher = batcher;
    this.reads = reads;
    connected = new boolean[clients];
  }

  /** Frames that the batcher has taken over and not released. */
  int held() {
    return releases.held();
  }

  /** Tells every client if something has changed. */
  void leaderIs(View view, int leader) {
    if (leader == this.leader && view.equals(this.view)) {
      return;
    }
    this.view = view;
    this.leader = leader;
    refusedFrom.clear();
    for (int client = 0; client < connected.length; client++) {
      if (connected[client]) {
        tellLeader(client);
      }
    }
  }

  @Override
  public void onRequests(int client, ClientFrame.Requests frame) {
    connected[client] = true;
    byte[] entries = frame.entries();
    long session = BatchEntry.session(entries, 0);
    long first = BatchEntry.sequence(entries, 0);
    clientOf.put(session, client);
    if (leader != self) {
      tellLeader(client);
      return;
    }
    long answered = first - BatchEntry.outstanding(entries, 0);
    long refused = refusedFrom.getOrDefault(session, Long.MAX_VALUE);
    if (refused < answered) {
      // Another replica has executed what was refused here.
      refused = Long.MAX_VALUE;
      refusedFrom.remove(session);
    }
    if (first > refused) {
      world.clients().send(self, client, new ServerFrame.Busy(session, refused));
      return;
    }
    admit(client, frame, session, first);
  }

  private void admit(int client, ClientFrame.Requests frame, long session, long first) {
    EntryBytes requests = new EntryBytes(frame, releases);
    if (batcher.offer(requests)) {
      refusedFrom.remove(session);
    } else {
      requests.release();
      refusedFrom.put(session, first);
      world.clients().send(self, client, new ServerFrame.Busy(session, first));
    }
  }

  @Override
  public void onQuery(int client, ClientFrame.Query frame) {
    connected[client] = true;
    if (leader != self && !frame.consistency().isAnywhere()) {
      tellLeader(client);
    }
    readsWaiting++;
    if (readsWaiting > readsMax) {
      answer(client, frame.number(), ReplyStatus.BUSY, NOTHING);
      return;
    }
    ByteBuffer query = ByteBuffer.wrap(frame.payload()).asReadOnlyBuffer();
    Consistency consistency = frame.consistency();
    reads.accept(new ReadTicket(client, frame.number(), consistency, query, mustSee(consistency)));
  }

  private long mustSee(Consistency consistency) {
    return switch (consistency.kind()) {
      case LOG, LEADER, QUORUM -> world.checks().acknowledgedEnd();
      case BOUNDED -> {
        // By this replica's clock, which may be slow.
        double age = consistency.boundNanos() * SLOWEST_CLOCK;
        yield world.checks().acknowledgedEnd(world.scheduler().now() - (long) age);
      }
      case STALE -> 0;
    };
  }

  void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    Integer client = clientOf.find(session);
    if (client != null) {
      world.clients().send(self, client, new ServerFrame.Reply(session, sequence, status, answer));
    }
  }

  /** Answers a query, once. */
  void answer(int client, long number, ReplyStatus status, byte[] answer) {
    readsWaiting--;
    world.clients().send(self, client, new ServerFrame.Reply(0, number, status, answer));
  }

  private void tellLeader(int client) {
    world.clients().send(self, client, new ServerFrame.Leader(view, leader));
  }
}

package io.synod.replica.stage;

import io.synod.core.execution.Replies;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.session.LongMap;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.replica.instrumentation.StageTally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which connection gets a session's replies, and one buffer per connection in which the replies of
 * one batch leave together. Confined to the service thread.
 */
public final class ReplyRoutes implements Replies {
  private final int frameBytesMax;
  private final StageTally tally;
  private final LongMap<Outlet> bySession = new LongMap<>();
  private final Map<ClientConnection, Outlet> byConnection = new HashMap<>();
  private final List<Outlet> pending = new ArrayList<>();

  // While queries are answered: whom, and with what.
  private ClientConnection queried;
  private ReplyFrameWriter queryReplies;

  // Answers since the last flush.
  private int answers;
  private long answerBytes;

  private long lastSession;
  private Outlet last;

  private static final class Outlet {
    final ClientConnection connection;
    final ReplyFrameWriter replies;
    final List<Long> sessions = new ArrayList<>(1);
    boolean repliesBegun;

    Outlet(ClientConnection connection, int frameBytesMax) {
      this.connection = connection;
      replies = ReplyFrameWriter.replies(connection.allocator(), frameBytesMax);
    }
  }

  /**
   * @param frameBytesMax body of a frame
   * @param tally told what was answered
   */
  public ReplyRoutes(int frameBytesMax, StageTally tally) {
    this.frameBytesMax = frameBytesMax;
    this.tally = tally;
  }

  /** Replies of {@code session} go to {@code connection} from now on. */
  void add(ClientConnection connection, long session) {
    Outlet outlet = outlet(connection);
    outlet.sessions.add(session);
    bySession.put(session, outlet);
    last = null;
  }

  void remove(ClientConnection connection) {
    Outlet outlet = byConnection.remove(connection);
    last = null;
    if (outlet == null) {
      return;
    }
    for (long session : outlet.sessions) {
      if (bySession.find(session) == outlet) {
        bySession.remove(session);
      }
    }
  }

  /** The replies that follow, up to {@link #flush}, answer queries of {@code connection}. */
  void toQueries(ClientConnection connection) {
    queryReplies = ReplyFrameWriter.queryReplies(connection.allocator(), frameBytesMax);
    queryReplies.begin();
    queried = connection;
  }

  @Override
  public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    if (queried != null) {
      queryReplies.add(session, sequence, status, answer);
      return;
    }
    Outlet outlet = find(session);
    if (outlet == null) {
      return;
    }
    if (!outlet.repliesBegun) {
      outlet.repliesBegun = true;
      outlet.replies.begin();
      pending.add(outlet);
    }
    outlet.replies.add(session, sequence, status, answer);
    answers++;
    answerBytes += answer.length;
  }

  /** Sends what was collected: one write for each connection. */
  void flush() {
    if (queried != null) {
      flushQueries();
      return;
    }
    for (int index = 0; index < pending.size(); index++) {
      Outlet outlet = pending.get(index);
      outlet.repliesBegun = false;
      outlet.connection.send(outlet.replies.finish());
    }
    pending.clear();
    tally.answered(answers, answerBytes);
    answers = 0;
    answerBytes = 0;
  }

  void clear() {
    for (Outlet outlet : pending) {
      outlet.replies.finish().release();
    }
    pending.clear();
    if (queried != null) {
      queryReplies.finish().release();
    }
    queried = null;
    byConnection.clear();
  }

  private void flushQueries() {
    ClientConnection connection = queried;
    queried = null;
    connection.send(queryReplies.finish());
  }

  private Outlet find(long session) {
    if (last == null || lastSession != session) {
      last = bySession.find(session);
      lastSession = session;
    }
    return last;
  }

  private Outlet outlet(ClientConnection connection) {
    Outlet outlet = byConnection.get(connection);
    if (outlet == null) {
      outlet = new Outlet(connection, frameBytesMax);
      byConnection.put(connection, outlet);
    }
    return outlet;
  }
}

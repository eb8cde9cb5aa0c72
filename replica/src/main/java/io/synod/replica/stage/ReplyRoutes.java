package io.synod.replica.stage;

import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.Replies;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.session.LongMap;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.WantEvents;
import io.synod.replica.instrumentation.StageTally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which connection gets a session's replies and events, and one buffer per connection in which
 * those of one batch leave together, sooner where they are long. Answers to requests and events are
 * not sent to a connection that takes no replies: their sessions keep them, and they are sent, in
 * their order, when it does. Confined to the service thread.
 */
public final class ReplyRoutes implements Replies {
  // Replies leave when those of a connection are so long, or those of all that have not left.
  private static final int SENT_BYTES = 64 << 10;
  private static final int PENDING_BYTES_MAX = 1 << 20;

  // Of a route that holds events, and no answers.
  private static final long NO_ANSWERS = Long.MAX_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final String who;
  private final int frameBytesMax;
  private final int ofOneConnection;
  private int ofAll;
  private final StageTally tally;
  private final LongMap<ReplyRoute> bySession = new LongMap<>();
  private final Map<ClientConnection, ReplyOutlet> byConnection = new HashMap<>();
  private final List<ReplyOutlet> pending = new ArrayList<>();
  private int pendingBytes;

  // Invariant: routes of all outlets.
  private int routes;

  // While queries are answered: the connection and the reply writer.
  private ClientConnection queried;
  private ReplyFrameWriter queryReplies;

  // The session and the event that the log named last as one that fits no frame.
  private long tooLargeOf;
  private long tooLarge;

  // Answers since the last flush; events are none.
  private int answers;
  private long answerBytes;

  private long lastSession;
  private ReplyRoute last;

  /**
   * @param who the replica or learner, for the log
   * @param frameBytesMax body of a frame
   * @param ofOneConnection how many sessions of a connection have a route: one that adds a further
   *     one loses its oldest
   * @param tally counts the answers
   */
  public ReplyRoutes(String who, int frameBytesMax, int ofOneConnection, StageTally tally) {
    this.who = who;
    this.frameBytesMax = frameBytesMax;
    this.ofOneConnection = ofOneConnection;
    this.tally = tally;
  }

  /**
   * How many sessions have a route. Beyond that, a connection that adds one loses its oldest,
   * unless it is its only one.
   */
  void allow(int sessions) {
    ofAll = sessions;
  }

  /** Replies of {@code session} go to {@code connection} from now on. */
  void add(ClientConnection connection, long session) {
    if (!connection.isOpen()) {
      // That it has ended was said before, or will be: a route would outlive it.
      return;
    }
    ReplyOutlet outlet =
        byConnection.computeIfAbsent(connection, one -> new ReplyOutlet(one, frameBytesMax));
    ReplyRoute replaced = outlet.routes.get(session);
    if (replaced != null) {
      remove(replaced);
    }
    ReplyRoute route = new ReplyRoute(session, outlet);
    outlet.routes.put(session, route);
    bySession.put(session, route);
    routes++;
    last = null;
    while (outlet.routes.size() > ofOneConnection || routes > ofAll && outlet.routes.size() > 1) {
      ReplyRoute oldest = outlet.oldest();
      remove(oldest);
      // Nothing here would say later that it is closed.
      connection.sessionClosed(oldest.session);
    }
  }

  /** {@code connection} has ended. */
  void remove(ClientConnection connection) {
    ReplyOutlet outlet = byConnection.remove(connection);
    if (outlet != null) {
      List.copyOf(outlet.routes.values()).forEach(this::remove);
    }
  }

  /** Sessions that have a route. */
  int routes() {
    return routes;
  }

  private void remove(ReplyRoute route) {
    route.outlet.forget(route);
    routes--;
    if (bySession.find(route.session) == route) {
      bySession.remove(route.session);
    }
    last = null;
  }

  /** {@code connection} takes replies: those that it did not take are sent. */
  void resume(ClientConnection connection, Execution execution) {
    ReplyOutlet outlet = byConnection.get(connection);
    if (outlet == null) {
      return;
    }
    List<ReplyRoute> held = List.copyOf(outlet.held);
    outlet.held.clear();
    for (ReplyRoute route : held) {
      long from = route.heldFrom;
      route.heldFrom = 0;
      execution.replyAgain(route.session, from, route.nextEvent, this);
    }
    flush();
  }

  /**
   * Replies and events of a session go to {@code connection} from now on, and at once what it keeps
   * and the client does not have.
   */
  void wantEvents(ClientConnection connection, WantEvents wanted, Execution execution) {
    add(connection, wanted.session());
    ReplyRoute route = find(wanted.session());
    if (route == null || route.outlet.connection != connection) {
      // The connection has ended.
      return;
    }
    route.nextEvent = wanted.event();
    execution.replyAgain(route.session, wanted.sequence(), wanted.event(), this);
    flush();
  }

  /** The replies that follow, up to {@link #flush}, answer queries of {@code connection}. */
  void toQueries(ClientConnection connection) {
    queryReplies = ReplyFrameWriter.queryReplies(connection.allocator(), frameBytesMax);
    queryReplies.begin();
    queried = connection;
  }

  /**
   * Whether the connection whose queries are answered takes more answers. A client that was not
   * answered in time has closed it and asks on another one: the service need not execute its
   * queries twice.
   */
  boolean takesAnswers() {
    return queried.isOpen() && queried.takesReplies();
  }

  @Override
  public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    if (queried != null) {
      replyToQuery(session, sequence, status, answer);
      return;
    }
    ReplyRoute route = find(session);
    if (route == null) {
      return;
    }
    // Mostly the connection takes replies, and the session had none that it did not take.
    boolean isFree = route.heldFrom == 0 && route.outlet.takes();
    if (!isFree && isAnswer(sequence, status)) {
      hold(route, sequence);
      return;
    }
    append(route.outlet, session, sequence, status, answer);
    if (sequence == BatchEntry.CLOSE) {
      remove(route);
      route.outlet.connection.sessionClosed(session);
    }
  }

  @Override
  public void event(long session, long number, byte[] event) {
    ReplyRoute route = find(session);
    if (route == null || number < route.nextEvent) {
      return;
    }
    // Behind one that is not sent nothing is: events are not left out.
    if (event.length > frameBytesMax - ReplyFrameWriter.REPLY_HEADER_BYTES) {
      reportTooLarge(session, number, event.length);
      // The connection may well take replies, so it is not asked to say when it does.
      route.heldFrom = route.heldFrom == 0 ? NO_ANSWERS : route.heldFrom;
    } else if (route.heldFrom == 0 && route.outlet.takes()) {
      route.nextEvent = number + 1;
      append(route.outlet, session, number, ReplyStatus.EVENT, event);
    } else {
      hold(route, NO_ANSWERS);
    }
  }

  private void reportTooLarge(long session, long number, int bytes) {
    if (session != tooLargeOf || number != tooLarge) {
      tooLargeOf = session;
      tooLarge = number;
      LOG.error(
          "{}: event {} of session {} has {} bytes and fits no frame, whose body has {}: it and all"
              + " behind it wait until a replica with a larger network.max-frame leads; move the"
              + " leadership, and restart this one with a larger frame",
          who,
          number,
          Long.toHexString(session),
          bytes,
          frameBytesMax);
    }
  }

  /** Whether a session keeps this reply. */
  private static boolean isAnswer(long sequence, ReplyStatus status) {
    return sequence > 0 && (status == ReplyStatus.OK || status == ReplyStatus.SERVICE_ERROR);
  }

  private static void hold(ReplyRoute route, long sequence) {
    if (route.heldFrom == 0) {
      route.heldFrom = sequence;
      route.outlet.hold(route);
    } else {
      // A repetition of an earlier one waits with the others.
      route.heldFrom = Math.min(route.heldFrom, sequence);
    }
  }

  private void append(
      ReplyOutlet outlet, long session, long sequence, ReplyStatus status, byte[] answer) {
    if (!outlet.isBegun) {
      begin(outlet);
    }
    pendingBytes += outlet.add(session, sequence, status, answer);
    if (status != ReplyStatus.EVENT) {
      answers++;
      answerBytes += answer.length;
    }
    if (pendingBytes >= PENDING_BYTES_MAX) {
      sendPending();
    } else if (outlet.bytes >= SENT_BYTES) {
      pendingBytes -= outlet.send();
    }
  }

  private void begin(ReplyOutlet outlet) {
    outlet.begin();
    if (!outlet.isPending) {
      outlet.isPending = true;
      pending.add(outlet);
    }
  }

  private void replyToQuery(long session, long sequence, ReplyStatus status, byte[] answer) {
    queryReplies.add(session, sequence, status, answer);
    if (queryReplies.bytes() >= SENT_BYTES) {
      queried.send(queryReplies.finish());
      queryReplies.begin();
    }
  }

  /** Sends what was collected: one write for each connection. */
  void flush() {
    if (queried != null) {
      flushQueries();
      return;
    }
    sendPending();
    tally.answered(answers, answerBytes);
    answers = 0;
    answerBytes = 0;
  }

  private void sendPending() {
    for (int index = 0; index < pending.size(); index++) {
      ReplyOutlet outlet = pending.get(index);
      outlet.isPending = false;
      outlet.send();
    }
    pending.clear();
    pendingBytes = 0;
  }

  void clear() {
    pending.forEach(ReplyOutlet::drop);
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

  private ReplyRoute find(long session) {
    if (last == null || lastSession != session) {
      last = bySession.find(session);
      lastSession = session;
    }
    return last;
  }
}

package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.UpgradeEntry;
import io.synod.network.wire.Busy;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.WantEvents;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Offers the requests and queries of one client to the listener, in order, and answers those that
 * it does not admit. Confined to the connection's event loop.
 */
final class RequestAdmission {
  private final AcceptedClient client;
  private final IngressPort port;
  private final IngressListener listener;
  private final IngressTally tally;
  private final RequestCheck frame;
  private final SessionGates gates;

  private boolean hadSessions;

  // Sessions that the client closes and that are not closed yet: they keep their places, as those
  // of a connection that has ended do. Any thread.
  private final Set<Long> closing = ConcurrentHashMap.newKeySet();

  // Since the last read of the socket: once is enough for all frames that it has brought.
  private boolean toldLeader;

  RequestAdmission(AcceptedClient client, IngressPort port) {
    this.client = client;
    this.port = port;
    listener = port.listener();
    tally = port.tally();
    frame = new RequestCheck(port.limits().payloadBytesMax());
    gates = new SessionGates(port.limits().sessionsMax());
  }

  void onRequests(ByteBuf body) throws MalformedFrame {
    frame.check(body);
    if (frame.first() <= BatchEntry.SKIP) {
      onOperatorEntry();
      return;
    }
    SessionGate gate = gates.find(frame.session());
    if (gate == null) {
      gate = addGate(frame.session());
      if (gate == null) {
        return;
      }
      listener.onSession(client, frame.session());
    }
    View view = listener.leadership().view();
    if (!gate.isOpenFor(frame.first(), frame.outstanding(), view)) {
      tally.busy.add(frame.count());
      return;
    }
    if (!hasReplyCapacity()) {
      onBusy(gate, view);
      return;
    }
    offer(gate, view);
  }

  private void offer(SessionGate gate, View view) throws MalformedFrame {
    // Before it is admitted, behind which it may be closed at once. If it is closed again it still
    // has the place of the first CLOSE.
    boolean closes = frame.first() == BatchEntry.CLOSE;
    boolean isFirst = closes && closing.add(gate.session);
    RequestFrame requests = frame.retained();
    Admission admission = admit(gate.session, requests);
    if (admission == Admission.ADMITTED) {
      onAdmitted(gate);
      if (closes && !isFirst) {
        port.removeSessions(1);
      }
      return;
    }
    requests.release();
    if (isFirst && !closing.remove(gate.session)) {
      // Another leader has admitted a CLOSE of it, and it is closed: its place is free already.
      gates.remove(gate);
    }
    if (admission == Admission.BUSY) {
      onBusy(gate, view);
    } else {
      tally.notLeader.add(frame.count());
      sendLeader();
    }
  }

  /** One of those that the client closes is closed. Any thread. */
  void sessionClosed(long session) {
    if (closing.remove(session)) {
      port.removeSessions(1);
    }
  }

  /** It is of no session: nobody waits for a reply, and the operator sees the outcome by itself. */
  private void onOperatorEntry() throws MalformedFrame {
    if (!mayPropose()) {
      return;
    }
    RequestFrame entry = frame.retained();
    switch (admit(frame.session(), entry)) {
      case ADMITTED -> tally.requests.add(frame.count());
      case BUSY -> {
        entry.release();
        tally.busy.add(frame.count());
      }
      case NOT_LEADER -> {
        entry.release();
        tally.notLeader.add(frame.count());
        sendLeader();
      }
    }
  }

  /** Whether the client may propose the operator's control entry of this frame. */
  private boolean mayPropose() throws MalformedFrame {
    if (!client.mayAdminister()) {
      return false;
    }
    String refusal =
        frame.first() == BatchEntry.UPGRADE
            ? whyNotUpgrade()
            : frame.first() == BatchEntry.LIMITS ? whyNotLimits() : null;
    if (refusal != null) {
      client.refuse(refusal);
    }
    return refusal == null;
  }

  private String whyNotUpgrade() throws MalformedFrame {
    ClusterVersion version = UpgradeEntry.read(frame.controlPayload());
    if (version == null) {
      throw new MalformedFrame(MalformedFrame.Kind.BODY, "an upgrade to no version");
    }
    return listener.whyNotUpgrade(version);
  }

  private String whyNotLimits() throws MalformedFrame {
    SessionLimits limits = SessionLimits.read(frame.controlPayload());
    if (limits == null) {
      throw new MalformedFrame(MalformedFrame.Kind.BODY, "limits of sessions that are none");
    }
    return listener.whyNotLimits(limits);
  }

  /** A listener that throws has kept nothing. */
  private Admission admit(long session, RequestFrame requests) {
    try {
      return listener.admit(client, session, requests);
    } catch (RuntimeException | Error bug) {
      requests.release();
      throw bug;
    }
  }

  private Admission admit(Queries queries) {
    try {
      return hasReplyCapacity() ? listener.admitQueries(queries) : Admission.BUSY;
    } catch (RuntimeException | Error bug) {
      queries.release();
      throw bug;
    }
  }

  void onQueries(ByteBuf body) throws MalformedFrame {
    Queries queries = Queries.retained(client, body, port.limits());
    int count = queries.count();
    switch (admit(queries)) {
      case ADMITTED -> tally.queries.add(count);
      case BUSY -> {
        tally.busy.add(count);
        refuse(queries, ReplyStatus.BUSY);
      }
      case NOT_LEADER -> {
        tally.notLeader.add(count);
        refuse(queries, ReplyStatus.NOT_LEADER);
        sendLeader();
      }
    }
  }

  void onWantEvents(ByteBuf body) throws MalformedFrame {
    WantEvents wanted = WantEvents.decode(body);
    if (gates.find(wanted.session()) == null && addGate(wanted.session()) == null) {
      return;
    }
    if (!client.mayWantEvents()) {
      throw new MalformedFrame(
          MalformedFrame.Kind.BODY,
          "events are wanted more than %d times on one connection, or %d on all, before any follow",
          port.limits().sessionsMax(),
          port.sessionsMax());
    }
    // Replies of the session must not come here before its events do.
    listener.onWantEvents(client, wanted);
  }

  private boolean hasReplyCapacity() {
    return port.hasReplyCapacity(client.unsentBytes());
  }

  void onReadComplete() {
    toldLeader = false;
  }

  /** The connection has ended; returns how many sessions it had then, whose places are taken. */
  int end() {
    int sessions = gates.clear();
    for (Long session : closing) {
      sessions += closing.remove(session) ? 1 : 0;
    }
    return sessions;
  }

  /** Whether the listener has learned of a session, now or before. */
  boolean hadSessions() {
    return hadSessions;
  }

  /** Null if all clients together have as many sessions as are taken: this one is refused. */
  private SessionGate addGate(long session) throws MalformedFrame {
    if (gates.isFull()) {
      throw new MalformedFrame(
          MalformedFrame.Kind.BODY,
          "more than %d sessions on one connection",
          port.limits().sessionsMax());
    }
    if (!port.addSession()) {
      client.refuse(
          ("%s has %d sessions of clients, as many as it takes; end some clients, or allow more:"
                  + " synod limits --change session.max-count=N")
              .formatted(port.settings().who(), port.sessionsMax()));
      return null;
    }
    hadSessions = true;
    return gates.add(session);
  }

  private void onAdmitted(SessionGate gate) {
    tally.requests.add(frame.count());
    gate.admitted(frame.first());
    if (frame.first() == BatchEntry.CLOSE) {
      gates.remove(gate);
    }
  }

  private void onBusy(SessionGate gate, View view) {
    tally.busy.add(frame.count());
    gate.refused(frame.first(), view);
    client.answer(new Busy(gate.session, frame.first()).encode(client.allocator()));
  }

  private void sendLeader() {
    if (!toldLeader) {
      toldLeader = true;
      Leadership leadership = listener.leadership();
      client.answer(leadership.encode(client.allocator()));
    }
  }

  private static void refuse(Queries queries, ReplyStatus status) {
    try {
      queries.refuse(status);
    } finally {
      queries.release();
    }
  }
}

package io.synod.simulation.mutation;

import java.util.List;

/**
 * Openings and ends of sessions, their events (published, kept, sent, acknowledged), and digests of
 * the state.
 */
final class SessionMutants {
  private static final String EXECUTION = "core.execution.Execution";
  private static final String READER = "core.execution.SnapshotReader";
  private static final String SESSION = "core.session.Session";
  private static final String EVENTS = "core.session.SessionEvents";
  private static final String ROUTES = "replica.stage.ReplyRoutes";
  private static final String WINDOW = "client.SessionWindow";
  private static final String DIGESTS = "core.replica.StateDigests";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "the service is called for the opening of an open session",
              "core.execution.ControlEntries",
              "if (sequence == BatchEntry.OPEN && session == null) {",
              "if (sequence == BatchEntry.OPEN) {"),
          new Mutant(
              "a restored replica has no events",
              EXECUTION,
              "    reader.readEvents(restored);\n",
              "    reader.readEvents(new SessionTable(restored.limits()));\n"),
          new Mutant(
              "restored events are numbered anew",
              READER,
              "    session.restoreEvents(first);",
              "    session.restoreEvents(1);"),
          new Mutant(
              "an event is freed that the client has not acknowledged",
              EVENTS,
              "Math.min(number, next - 1)",
              "Math.min(number + 1, next - 1)"),
          new Mutant(
              "an event is sent again behind the answer that it belongs before",
              EXECUTION,
              "session.event(next).before() <= sequence",
              "session.event(next).before() < sequence"),
          new Mutant(
              "an event belongs before the answer of the request before it",
              SESSION,
              "new SessionEvent(expected, event)",
              "new SessionEvent(expected - 1, event)"),
          new Mutant(
              "on a new connection events come without the answers between them",
              ROUTES,
              "execution.replyAgain(route.session, wanted.sequence(), wanted.event(), this);",
              "execution.replyAgain(route.session, NO_ANSWERS, wanted.event(), this);"),
          new Mutant(
              "a client does not ask for events on a new connection",
              WINDOW,
              "    eventsDue = events.isUsed() && state != State.NONE;\n",
              ""),
          new Mutant(
              "a client acknowledges the event that comes next",
              WINDOW,
              "wire.keepAlive(session, outbox.first(), events.next() - 1);",
              "wire.keepAlive(session, outbox.first(), events.next());"),
          new Mutant(
              "a restored replica has the digest of an empty log",
              EXECUTION,
              "    digest.restore(reader.digest());\n",
              "    digest.restore(0);\n"),
          new Mutant(
              "digests of different slots are compared",
              DIGESTS,
              "if (ends[replica][place] == end) {",
              "if (ends[replica][place] >= end - 1) {"));

  private SessionMutants() {}
}

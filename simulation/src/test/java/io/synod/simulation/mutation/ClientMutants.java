package io.synod.simulation.mutation;

import java.util.List;

/** What the client that ships sends, resends and takes for answered. */
final class ClientMutants {
  private static final String SESSION_WINDOW = "client.SessionWindow";
  private static final String REQUEST_RING = "client.RequestRing";
  private static final String OUTBOX = "client.Outbox";
  private static final String RETRY_TIMER = "client.RetryTimer";
  private static final String LEADER_TRACKER = "client.LeaderTracker";
  private static final String QUERY_WINDOW = "client.QueryWindow";
  private static final String CLIENT_CORE = "client.ClientCore";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "answers are given to the oldest request",
              SESSION_WINDOW,
              "Request request = outbox.settle(sequence);",
              "Request request = outbox.settle(outbox.first());",
              200),
          new Mutant(
              "a client resends after an answer",
              REQUEST_RING,
              "    places[(int) sequence & mask] = null;\n" + "    while",
              "    while",
              200),
          new Mutant(
              "a lost session's requests are sent again in the next one",
              OUTBOX,
              "        ending.lost(request, reason);\n",
              "        waiting.add(request);\n",
              1000),
          new Mutant(
              "a session's window is too large by one",
              OUTBOX,
              "sent.span() < limits.outstanding()",
              "sent.span() <= limits.outstanding()",
              1000),
          new Mutant(
              "a client acknowledges an answer that it does not have",
              OUTBOX,
              "wire.request(session, sequence, (int) (sequence - sent.first()), request);",
              "wire.request(session, sequence, (int) Math.max(0, sequence - sent.first() - 1), request);",
              1000),
          new Mutant(
              "a client resends from the second unanswered request on",
              OUTBOX,
              "  void rewind() {\n" + "    cursor = sent.first();\n",
              "  void rewind() {\n" + "    cursor = Math.min(sent.first() + 1, sent.next());\n",
              500),
          new Mutant(
              "a client that hears nothing waits for ever",
              RETRY_TIMER,
              "    if (now < due) {\n",
              "    if (now < due || now >= due) {\n",
              500),
          new Mutant(
              "a client takes any replica for the leader",
              LEADER_TRACKER,
              "told.leader() == replica && (",
              "(",
              200),
          new Mutant(
              "a client without a leader asks the same replica again and again",
              LEADER_TRACKER,
              "    turn = (turn + 1) % replicas.size();\n" + "    return candidate;",
              "    return candidate;",
              1000),
          new Mutant(
              "a query that was refused is not asked again",
              QUERY_WINDOW,
              "    query.sentOn = 0;\n",
              "",
              500),
          new Mutant(
              "queries are not asked again over a new connection",
              QUERY_WINDOW,
              "    connection++;\n" + "    cursor = sent.first();",
              "    cursor = sent.first();",
              500),
          new Mutant(
              "a connection attempt that nobody answers is never given up",
              CLIENT_CORE,
              "    linkDue = now + timing.connectNanos();\n",
              "    linkDue = NEVER;\n",
              1000),
          new Mutant(
              "a client does not hang up when it follows the leader elsewhere",
              CLIENT_CORE,
              "        wire.hangUp();\n" + "        becomeDown(now, now);",
              "        becomeDown(now, now);",
              500));

  private ClientMutants() {}
}

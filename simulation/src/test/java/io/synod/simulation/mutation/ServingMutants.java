package io.synod.simulation.mutation;

import java.util.List;

/** How requests and queries get to the service, and answers to clients. */
final class ServingMutants {
  private static final String SERVICE_STAGE = "replica.stage.ServiceStage";
  private static final String REPLY_ROUTES = "replica.stage.ReplyRoutes";
  private static final String SNAPSHOT_STAGE = "replica.stage.SnapshotStage";
  private static final String TRANSFER_STAGE = "replica.stage.TransferStage";
  private static final String CLIENT_ARRIVALS = "replica.assembly.ClientArrivals";
  private static final String CLIENT_INGRESS = "network.ingress.ClientIngress";
  private static final String ACCEPTED_CLIENT = "network.ingress.AcceptedClient";
  private static final String OUTBOUND = "network.ingress.Outbound";
  private static final String SESSION_GATE = "network.ingress.SessionGate";
  private static final String QUERIES = "network.ingress.Queries";
  private static final String REQUEST_ADMISSION = "network.ingress.RequestAdmission";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a query is served on the protocol's thread, before what was delivered",
              SERVICE_STAGE,
              "  void serve(Queries queries) {\n" + "    order(queries);\n",
              "  void serve(Queries queries) {\n" + "    answer(queries);\n",
              500),
          new Mutant(
              "a snapshot is captured between two requests of a batch",
              SERVICE_STAGE,
              "  void capture() {\n" + "    order(new Capture());\n",
              "  void capture() {\n" + "    snapshots.write(execution.capture());\n",
              3000),
          new Mutant(
              "queries that were answered still count as waiting",
              SERVICE_STAGE,
              "    releaseRead(queries);\n" + "    queries.release();\n",
              "    queries.release();\n",
              200),
          new Mutant(
              "a restored state is not published",
              SERVICE_STAGE,
              "      snapshots.restore(restore.end(), execution);\n"
                  + "      executed = execution.executed();\n",
              "      snapshots.restore(restore.end(), execution);\n",
              1000),
          new Mutant(
              "a reply is sent to another session's connection",
              REPLY_ROUTES,
              "if (last == null || lastSession != session) {",
              "if (last == null) {",
              200),
          new Mutant(
              "replies that are collected do not leave",
              REPLY_ROUTES,
              "      outlet.isPending = false;\n" + "      outlet.send();\n",
              "      outlet.isPending = false;\n",
              200),
          new Mutant(
              "the end of a connection takes the session's newer one out of use",
              REPLY_ROUTES,
              "    if (bySession.find(route.session) == route) {\n"
                  + "      bySession.remove(route.session);\n"
                  + "    }\n",
              "    bySession.remove(route.session);\n",
              1000),
          new Mutant(
              "a snapshot that found no space is reported stored",
              SNAPSHOT_STAGE,
              "new Event.SnapshotTaken(end, false)",
              "new Event.SnapshotTaken(end, true)",
              1000),
          new Mutant(
              "each part of a snapshot is the first one",
              TRANSFER_STAGE,
              "return part(snapshot, request.offset(), request.bytesMax());",
              "return part(snapshot, 0, request.bytesMax());",
              1000),
          new Mutant(
              "a follower admits requests",
              CLIENT_ARRIVALS,
              "    if (!publication.leads()) {\n"
                  + "      return Admission.NOT_LEADER;\n"
                  + "    }\n"
                  + "    return stages",
              "    return stages",
              200),
          new Mutant(
              "a client is never told that the leader has changed",
              CLIENT_INGRESS,
              "      client.send(frame.retainedDuplicate());\n",
              "",
              200),
          new Mutant(
              "answers of a read do not leave",
              ACCEPTED_CLIENT,
              "      answered = false;\n" + "      channel.flush();\n",
              "      answered = false;\n",
              200),
          new Mutant(
              "what a client's socket has taken still counts as waiting",
              OUTBOUND,
              "    bytes.addAndGet(-length);\n",
              "",
              500),
          new Mutant(
              "a refused request that comes again is refused for ever",
              SESSION_GATE,
              "first <= refusedFrom ||",
              "first < refusedFrom ||",
              1000),
          new Mutant(
              "queries are answered under the next number",
              QUERIES,
              "visitor.onQuery(BatchEntry.sequence(copy, at),",
              "visitor.onQuery(BatchEntry.sequence(copy, at) + 1,",
              200),
          new Mutant(
              "a session's second connection gets no replies",
              REQUEST_ADMISSION,
              "    listener.onSession(client, session);\n" + "    return gates.add(session);",
              "    if (client.id() < 4) {\n"
                  + "      listener.onSession(client, session);\n"
                  + "    }\n"
                  + "    return gates.add(session);",
              500));

  private ServingMutants() {}
}

package io.synod.simulation.mutation;

import java.util.List;

/** How requests and queries get to the service, and answers to clients. */
final class ServingMutants {
  private static final String SERVICE_STAGE = "replica.stage.ServiceStage";
  private static final String REPLY_ROUTES = "replica.stage.ReplyRoutes";
  private static final String ACCEPTED_CLIENT = "network.ingress.AcceptedClient";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a query is served on the protocol's thread, before what was delivered",
              SERVICE_STAGE,
              "  void serve(Queries queries) {\n" + "    order(queries);\n",
              "  void serve(Queries queries) {\n" + "    answer(queries);\n"),
          new Mutant(
              "queries that were answered still count as waiting",
              SERVICE_STAGE,
              "    releaseRead(queries);\n" + "    queries.release();\n",
              "    queries.release();\n"),
          new Mutant(
              "a restored state is not published",
              SERVICE_STAGE,
              "        restoredMemberships = execution.memberships();\n"
                  + "        publishExecuted();\n",
              "        restoredMemberships = execution.memberships();\n"),
          new Mutant(
              "a reply is sent to another session's connection",
              REPLY_ROUTES,
              "if (last == null || lastSession != session) {",
              "if (last == null) {"),
          new Mutant(
              "replies that are collected do not leave",
              REPLY_ROUTES,
              "      outlet.isPending = false;\n" + "      outlet.send();\n",
              "      outlet.isPending = false;\n"),
          new Mutant(
              "answers of a read do not leave",
              ACCEPTED_CLIENT,
              "      answered = false;\n" + "      channel.flush();\n",
              "      answered = false;\n"));

  private ServingMutants() {}
}

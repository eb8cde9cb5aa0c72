package io.synod.simulation.mutation;

import java.util.List;

/**
 * How processes end, what a client does without answers, and how a leader treats requests that come
 * again.
 */
final class EndingMutants {
  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a request that was sent is reported as surely not executed when it is overdue",
              "client.Completions",
              "      request.completeExceptionally(\n"
                  + "          new RequestUnknownException(\n"
                  + "              \"no answer \" + why + \"; the request may or may not have been"
                  + " executed\"));\n",
              "      request.completeExceptionally(new RequestFailedException(why));\n"),
          new Mutant(
              "a request that is larger than the leader takes is sent",
              "client.Outbox",
              "} else if (request.payload().length > limits.payloadBytes()) {",
              "} else if (request.payload().length < 0) {"),
          new Mutant(
              "a request that is decided counts as undecided, so that no copy of it is answered",
              "core.batcher.Batcher",
              "    oldest.runs().forEach(undecided::remove);\n",
              ""),
          new Mutant(
              "what a former leader had undecided is not forgotten",
              "core.batcher.Batcher",
              "    undecided = new UndecidedRequests();\n",
              ""),
          new Mutant(
              "a replica pings a peer to which it is not connected",
              "network.peer.LinkMeter",
              "if (channel == null || awaited != NONE",
              "if (awaited != NONE"),
          new Mutant(
              "requests before a hello are taken as those behind one",
              "network.ingress.AcceptedClient",
              "if (type == FrameType.REQUESTS && admission != null) {",
              "if (type == FrameType.REQUESTS) {"),
          new Mutant(
              "a second answer to a request is given to its caller too",
              "client.SessionWindow",
              "    if (!outbox.awaits(sequence)) {\n      return;\n    }\n",
              ""),
          new Mutant(
              "an answer to a query for which nobody waits any more is given to its caller",
              "client.QueryWindow",
              "    if (sent.at(number) == null) {\n      return;\n    }\n",
              ""));

  private EndingMutants() {}
}

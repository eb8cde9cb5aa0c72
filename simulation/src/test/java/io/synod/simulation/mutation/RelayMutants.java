package io.synod.simulation.mutation;

import java.util.List;

/** What relays pass on, gather and report, and what leaders do about those that do not. */
final class RelayMutants {
  private static final String VOTES = "core.relay.VoteGathering";
  private static final String PROMISES = "core.relay.PromiseGathering";
  private static final String RELAYING = "core.relay.Relaying";
  private static final String GROUPS = "core.relay.RelayGroups";
  private static final String MEMBER = "core.replica.Member";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a relay reports votes that it still waits for",
              VOTES,
              "      gathered.reported = gathered.voted;",
              """
                    ready.add(new Accepted(gathered.view, gathered.slot, gathered.expected));
                    gathered.reported = gathered.voted;"""),
          new Mutant(
              "a relay reports its own vote before that is durable",
              RELAYING,
              "      votes.begin(accept.view(), accept.slot(), group, order.answers(), nowNanos);",
              """
                    votes.begin(accept.view(), accept.slot(), group, order.answers(), nowNanos);
                    votes.onAccepted(
                        new Accepted(accept.view(), accept.slot(), ReplicaSet.of(self)));"""),
          new Mutant(
              "a stale vote is relayed in the view of the relay's leader",
              VOTES,
              "    return gathered != null && gathered.slot == slot && gathered.view.equals(view)",
              "    return gathered != null && gathered.slot == slot"),
          new Mutant(
              "a relay takes the vote of a replica outside its group for all of the group's",
              VOTES,
              "      if (gathered == null || !gathered.expected.contains(voters)) {",
              """
                    if (gathered != null && !gathered.expected.contains(voters)) {
                      gathered.voted = gathered.expected;
                      report(gathered);
                    } else if (gathered == null) {"""),
          new Mutant(
              "a range bridges slots for which not all of its voters have voted",
              VOTES,
              "    return range.end() == votes.first()",
              "    return range.end() <= votes.first()"),
          new Mutant(
              "votes of another set of voters join a range",
              VOTES,
              "        && range.voters().equals(votes.voters())\n",
              ""),
          new Mutant(
              "what is gathered for relays never leaves",
              GROUPS,
              "      drawn = drawn.with(pass(group, group.without(voted), together.messages, nowNanos,"
                  + " out));\n",
              ""),
          new Mutant(
              "a promise is relayed as the relay's leader's own",
              PROMISES,
              "    gathered.add(new Promises.Gathered(from, message));",
              "    gathered.add(new Promises.Gathered(view.leader(), message));"),
          new Mutant(
              "a relay that passes an Accept on has another batch voted for",
              MEMBER,
              "      step.out().send(message.members(), asked);",
              """
                    step.out().send(
                        message.members(),
                        asked instanceof Accept accept
                            ? new Accept(
                                accept.view(),
                                accept.slot(),
                                accept.decided(),
                                io.synod.core.command.Batch.NOOP)
                            : asked);"""));

  private RelayMutants() {}
}

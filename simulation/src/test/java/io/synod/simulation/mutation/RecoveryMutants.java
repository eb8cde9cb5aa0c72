package io.synod.simulation.mutation;

import java.util.List;

/** How a replica comes back, and what the others tell it then. */
final class RecoveryMutants {
  private static final String JOINING = "core.recovery.Joining";
  private static final String JOINER = "core.replica.Joiner";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a replica joins before it has fetched what may be decided",
              JOINER,
              "        && replica.log().decided() >= joining.end()\n",
              "",
              500),
          new Mutant(
              "a replica joins although nobody leads the highest view",
              JOINING,
              "!isMember(leader) || !leader.leads() || !leader.promised().equals(highest)",
              "!isMember(leader)",
              1_000));

  private RecoveryMutants() {}
}

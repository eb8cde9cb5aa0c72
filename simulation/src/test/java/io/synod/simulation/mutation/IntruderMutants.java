package io.synod.simulation.mutation;

import java.util.List;

/** How a replica treats strangers that know the protocol. */
final class IntruderMutants {
  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "an operator's commands are taken from every machine",
              "network.ingress.AcceptedClient",
              "boolean allowed = admin == AdminFrom.ANY ||",
              "boolean allowed = admin != null ||"),
          new Mutant(
              "a requests frame may end inside the header of an entry",
              "network.ingress.RequestCheck",
              "    if (left < BatchEntry.HEADER_BYTES) {",
              "    if (left < 0) {"),
          new Mutant(
              "a standby may have any number",
              "network.peer.AcceptedHandshake",
              "boolean isNumber = hello.sender() >= 0 && hello.sender() < ReplicaSet.NUMBERS;",
              "boolean isNumber = hello.levels() != null;"),
          new Mutant(
              "a pong is taken for one of a burst that there is not",
              "network.peer.LinkMeter",
              "} else if (burst != null && pong.number() == burstNumber) {",
              "} else if (pong.number() == burstNumber) {"));

  private IntruderMutants() {}
}

package io.synod.simulation.stranger;

import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Moves one replica to other ports of its machine and back. Once the membership lists it there, the
 * operator changes its file and restarts it with its directory.
 */
final class MovedMember {
  private static final int ONE_IN = 2;
  private static final int PORTS_ON = 10;
  private static final long PAUSE_NANOS = 300_000_000;
  private static final long DOWN_NANOS = 200_000_000;

  private final SimulatedNode node;
  private final ReplicaAddress first;
  private final ReplicaAddress second;
  private final World world;
  private final SplittableRandom random;

  // Its file with the second address, by the file with the first.
  private final Map<SynodConfig, SynodConfig> secondFiles = new IdentityHashMap<>();
  private boolean isAtSecond;

  // Whether its process may have begun with the file before.
  private boolean mustRestart;
  private int moves;

  MovedMember(SimulatedNode node, ReplicaAddress first, World world, SplittableRandom random) {
    this.node = node;
    this.first = first;
    this.world = world;
    this.random = random;
    second =
        new ReplicaAddress(
            first.host(), first.peerPort() + PORTS_ON, first.clientPort() + PORTS_ON);
  }

  /** Follows the membership to the end: a move may be decided after the last request. */
  void start() {
    world.scheduler().after(1 + random.nextLong(PAUSE_NANOS), this::look);
  }

  /** How often its file was changed. */
  int moves() {
    return moves;
  }

  /** Whether the next request is to move it. */
  boolean isDue(Membership current) {
    return current.member(node.number()) != null && random.nextInt(ONE_IN) == 0;
  }

  MembershipRequest.Move move() {
    ReplicaAddress to = isAtSecond ? first : second;
    return new MembershipRequest.Move(node.number(), to.peerText(), to.clientText());
  }

  /** Its file, or that of another replica, as it is now. */
  SynodConfig file(int replica, SynodConfig asDrawn) {
    return replica == node.number() && isAtSecond
        ? secondFiles.computeIfAbsent(asDrawn, this::withSecond)
        : asDrawn;
  }

  private SynodConfig withSecond(SynodConfig file) {
    return file.toBuilder()
        .replica(node.number(), second.host(), second.peerPort(), second.clientPort())
        .build();
  }

  private void look() {
    MemberEntry listed = world.checks().membership().member(node.number());
    if (listed != null && listed.clientAddress().equals(second.clientText()) != isAtSecond) {
      isAtSecond = !isAtSecond;
      moves++;
      mustRestart = node.isAlive();
      world.trace().event(node.number(), "is to run at", isAtSecond ? second : first);
    }
    if (mustRestart && node.isAlive() && node.hasFormed()) {
      node.stop(() -> world.scheduler().after(1 + random.nextLong(DOWN_NANOS), this::startAgain));
    }
    mustRestart &= node.isAlive() && !node.hasFormed();
    start();
  }

  private void startAgain() {
    if (!node.isAlive() && !world.checks().members().hasStopped(node.number())) {
      node.start();
    }
  }
}

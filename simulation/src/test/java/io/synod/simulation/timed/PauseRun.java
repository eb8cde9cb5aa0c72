package io.synod.simulation.timed;

import io.synod.core.membership.MembershipRequest;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.ProcessorCosts;
import io.synod.simulation.scheduler.Seeds;

/**
 * One seed: an operator has the leadership moved and the membership changed, a few times each, and
 * the clients' waits are measured in virtual time.
 */
public final class PauseRun {
  private static final double FIRST_SECONDS = 5;
  private static final double EACH_SECONDS = 2;
  private static final int ROUNDS = 4;
  private static final double END_SECONDS = FIRST_SECONDS + 2 * ROUNDS * EACH_SECONDS;
  private static final long MICRO = 1_000;
  private static final int ALPHA = 64;

  private final TimedCluster cluster;
  private long usualNanos;
  private long move;
  private long change;
  private int changes;
  private boolean isDone;

  /**
   * What a message and a write to the disk take.
   *
   * @param roundTripNanos between two replicas
   * @param forceNanos of a force of the disk
   */
  public record Link(long roundTripNanos, long forceNanos) {}

  /**
   * The longest times that a client has waited for an answer beyond the usual.
   *
   * @param moveNanos while the leadership moved
   * @param changeNanos while the membership changed
   */
  public record Pauses(long moveNanos, long changeNanos) {}

  public PauseRun(long seed, Link link) {
    Conditions conditions =
        new Conditions(
            2,
            false,
            new ProcessorCosts(20 * MICRO, 10 * MICRO, 5 * MICRO),
            20 * MICRO,
            link.roundTripNanos() / 2,
            1e8,
            link.forceNanos(),
            new Load(1_000, 300, 64));
    cluster = TimedCluster.ofHinted(new Seeds(seed), conditions, "64", "1s");
  }

  /**
   * Runs it.
   *
   * @throws Violation if an operator's request is refused, or not done in two seconds
   */
  public Pauses run() {
    cluster.at(FIRST_SECONDS - 1, this::longest);
    cluster.at(FIRST_SECONDS - 1e-3, () -> usualNanos = longest());
    for (int round = 0; round < ROUNDS; round++) {
      double begins = FIRST_SECONDS + 2 * round * EACH_SECONDS;
      cluster.at(begins, this::moveLeader);
      cluster.at(begins + EACH_SECONDS - 1e-3, () -> move = Math.max(move, paused()));
      cluster.at(begins + EACH_SECONDS, this::changeMembership);
      cluster.at(begins + 2 * EACH_SECONDS - 1e-3, () -> change = Math.max(change, paused()));
    }
    cluster.run(END_SECONDS);
    return new Pauses(move, change);
  }

  private void moveLeader() {
    begin();
    cluster.leader().assembly().operator().transferLeadership(-1, this::ended);
  }

  private void changeMembership() {
    begin();
    changes++;
    MembershipRequest request = MembershipRequest.NONE.numbered(changes).withAlpha(ALPHA + changes);
    cluster.leader().assembly().operator().changeMembers(request, this::ended);
  }

  private void begin() {
    isDone = false;
    longest();
  }

  private void ended(String failure) {
    if (failure != null) {
      throw new Violation("an operator's request is refused: %s", failure);
    }
    isDone = true;
  }

  private long paused() {
    if (!isDone) {
      throw new Violation("an operator's request is not done in %s s", EACH_SECONDS);
    }
    return longest() - usualNanos;
  }

  private long longest() {
    return cluster.clients().stream().mapToLong(LoadClient::takeLongestNanos).max().orElseThrow();
  }
}

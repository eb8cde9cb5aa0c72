package io.synod.simulation.stranger;

import io.synod.core.command.BatchEntry;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.strangers.Frames;
import java.util.SplittableRandom;

/**
 * Asks replicas for other limits of sessions, also such that do not lead, also for a change that
 * was made already or that lowers what clients count on.
 */
public final class LimitsOperator extends LeaderRequests {
  private static final String ADDRESS = "10.0.4.5";
  private static final long PAUSE_NANOS = 300_000_000;
  private static final int ELSEWHERE_ONE_IN = 8;
  private static final int WRONG_ONE_IN = 4;
  private static final int LARGER_ONE_IN = 8;

  // More are open where clients vanish. With less, sessions that are over would be forgotten while
  // late copies of their requests are under way.
  private static final int SESSIONS_FEW = 16;
  private static final int SESSIONS_MANY = 64;
  private static final int IDLE_MILLIS_MIN = 2_000;
  private static final int IDLE_MILLIS_MAX = 600_000;
  private static final int OUTSTANDING_MORE = 4;
  private static final int ANSWER_BYTES_MORE = 64;
  private static final int KEPT_BYTES_MORE = 512;

  private int requests;
  private long changes;

  public LimitsOperator(Nodes nodes, World world, Deployment deployment, SplittableRandom random) {
    super(nodes, world, deployment, random, ADDRESS, PAUSE_NANOS);
  }

  /** How often a leader was asked. */
  public int requests() {
    return requests;
  }

  /** How many changes were executed, as far as it has seen. */
  public int changes() {
    return (int) changes;
  }

  @Override
  void look(SimulatedNode node) {
    SessionLimits now = node.limits();
    changes = now == null ? changes : Math.max(changes, now.number());
    if (now != null && (node.leads() || random.nextInt(ELSEWHERE_ONE_IN) == 0)) {
      requests += node.leads() ? 1 : 0;
      SessionLimits next = drawn(now);
      world.trace().event(node.number(), "is asked for limits of sessions", next);
      connections.send(
          node.number(), Frames.requests(random.nextLong(), BatchEntry.LIMITS, 0, next.payload()));
    }
  }

  private SessionLimits drawn(SessionLimits now) {
    boolean isWrong = random.nextInt(WRONG_ONE_IN) == 0;
    boolean isOld = isWrong && now.number() > 0 && random.nextBoolean();
    SessionSettings next = drawn(now.settings(), isWrong, random);
    return new SessionLimits(isOld ? now.number() : now.number() + 1, next);
  }

  /**
   * Other limits than {@code settings}.
   *
   * @param isWrong whether they may lower what clients count on
   */
  static SessionSettings drawn(SessionSettings settings, boolean isWrong, SplittableRandom random) {
    int outstanding =
        isWrong && settings.outstandingMax() > 1
            ? settings.outstandingMax() - 1
            : settings.outstandingMax() + random.nextInt(OUTSTANDING_MORE);
    AnswerLimits answers = drawn(settings.answers(), random);
    return new SessionSettings(
        random.nextInt(IDLE_MILLIS_MIN, random.nextBoolean() ? 5_000 : IDLE_MILLIS_MAX),
        outstanding,
        random.nextInt(SESSIONS_FEW, SESSIONS_MANY),
        answers,
        settings.eventBytesMax() + random.nextInt(KEPT_BYTES_MORE));
  }

  private static AnswerLimits drawn(AnswerLimits now, SplittableRandom random) {
    // In most scenarios a frame takes no larger ones.
    boolean isLarger = random.nextInt(LARGER_ONE_IN) == 0;
    int largest = now.largestBytes() + (isLarger ? random.nextInt(ANSWER_BYTES_MORE) : 0);
    long ofSession =
        Math.max(
            2L * (largest + AnswerLimits.OVERHEAD_BYTES),
            now.sessionBytes() + random.nextInt(KEPT_BYTES_MORE));
    return new AnswerLimits(largest, ofSession, ofSession + random.nextLong(ofSession));
  }
}

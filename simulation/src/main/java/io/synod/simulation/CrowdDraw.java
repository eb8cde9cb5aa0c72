package io.synod.simulation;

import io.synod.core.settings.AnswerLimits;
import java.util.SplittableRandom;

/**
 * Draws what is unusual about a scenario's clients: in most nothing is. Some come and go, so that a
 * replica remembers more sessions than there are clients by far. Some ask much before they are
 * answered; and some more than a session may, who then do without the oldest answers.
 */
final class CrowdDraw {
  private static final long MILLI = 1_000_000;
  private static final int OUTSTANDING_FEW = 3;
  private static final int OUTSTANDING_MAX = 8;
  private static final int OUTSTANDING_MANY = 48;

  private final SplittableRandom random;
  private final AnswersDraw answers;
  private final Kind kind;

  private enum Kind {
    USUAL,
    LEAVING,
    EAGER,
    GREEDY
  }

  CrowdDraw(SplittableRandom random, AnswersDraw answers) {
    this.random = random;
    this.answers = answers;
    Kind[] kinds = Kind.values();
    int drawn = random.nextInt(4 * kinds.length);
    kind = kinds[Math.max(0, drawn - 3 * kinds.length)];
  }

  /** Share of the times when a client has all its answers at which it leaves. */
  double leaving() {
    return kind == Kind.LEAVING ? random.nextDouble(0.2, 0.8) : 0;
  }

  boolean leaves() {
    return kind == Kind.LEAVING;
  }

  int outstanding(int usual) {
    return switch (kind) {
      case USUAL, LEAVING -> usual;
      case EAGER -> random.nextInt(OUTSTANDING_MAX, OUTSTANDING_MANY);
      case GREEDY -> random.nextInt(1 + OUTSTANDING_FEW, OUTSTANDING_MAX);
    };
  }

  /**
   * Greedy ones never acknowledge what they do without, so that a bound would end their session.
   */
  AnswerLimits answers() {
    return kind == Kind.GREEDY ? AnswerLimits.NONE : answers.limits();
  }

  /** More than {@link #outstanding}, but for those who are greedy. */
  int outstandingMax() {
    return switch (kind) {
      case USUAL, LEAVING -> OUTSTANDING_MAX;
      case EAGER -> OUTSTANDING_MANY;
      case GREEDY -> OUTSTANDING_FEW;
    };
  }

  /** Who asks much does so quickly. */
  long thinkNanos(long usual) {
    return kind == Kind.EAGER ? Math.min(usual, 2 * MILLI) : usual;
  }
}

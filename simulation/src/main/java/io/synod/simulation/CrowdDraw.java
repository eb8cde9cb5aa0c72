package io.synod.simulation;

import io.synod.replica.config.SynodConfigBuilder;
import java.util.SplittableRandom;

/**
 * Draws what is unusual about a scenario's clients: in most nothing is. Some close their sessions
 * and open others, or vanish and leave them behind, so that a replica remembers more sessions than
 * there are clients. Some ask much before they are answered, some more than a session may. And in
 * some, sessions keep few answers.
 */
final class CrowdDraw {
  private static final long MILLI = 1_000_000;
  private static final int OUTSTANDING_FEW = 3;
  private static final int OUTSTANDING_MAX = 8;
  private static final int OUTSTANDING_MANY = 48;
  private static final int SESSIONS_FEW = 16;
  private static final int LARGEST_BYTES = 2 << 10;
  private static final int KEPT_FEW = 12;
  private static final int KEPT_BYTES = 128;
  private static final int USUAL = 5;

  private final SplittableRandom random;
  private final Kind kind;

  private enum Kind {
    LEAVING,
    VANISHING,
    EAGER,
    GREEDY,
    KEEPING_LITTLE,
    USUAL
  }

  CrowdDraw(SplittableRandom random) {
    this.random = random;
    Kind[] kinds = Kind.values();
    kind = kinds[Math.min(random.nextInt(kinds.length + USUAL), kinds.length - 1)];
  }

  void set(SynodConfigBuilder builder) {
    builder.set(
        "session.max-outstanding",
        String.valueOf(kind == Kind.GREEDY ? OUTSTANDING_FEW : OUTSTANDING_MANY));
    if (kind == Kind.VANISHING) {
      builder.set("session.max-count", String.valueOf(SESSIONS_FEW));
    }
    if (kind == Kind.KEEPING_LITTLE) {
      int ofOne = 2 * LARGEST_BYTES + KEPT_BYTES * random.nextInt(KEPT_FEW);
      builder
          .set("session.max-answer-bytes", LARGEST_BYTES + "B")
          .set("session.max-kept-bytes", ofOne + "B")
          .set("session.max-all-kept-bytes", (random.nextBoolean() ? 2 : 20) * ofOne + "B");
    }
  }

  int outstanding(int usual) {
    return switch (kind) {
      case EAGER -> random.nextInt(OUTSTANDING_MAX, OUTSTANDING_MANY);
      case GREEDY -> random.nextInt(1 + OUTSTANDING_FEW, OUTSTANDING_MAX);
      default -> usual;
    };
  }

  /** Who asks much does so quickly. */
  long thinkNanos(long usual) {
    return kind == Kind.EAGER ? Math.min(usual, 2 * MILLI) : usual;
  }

  /** Share of the times when a client has all its answers at which it closes its session. */
  double leaving() {
    return kind == Kind.LEAVING ? random.nextDouble(0.2, 0.8) : 0;
  }

  /** Share of the requests after which a client is gone, and another takes its place. */
  double vanishing() {
    return kind == Kind.VANISHING ? random.nextDouble(0.03) : 0;
  }
}

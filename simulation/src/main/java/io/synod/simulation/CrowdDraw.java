package io.synod.simulation;

import io.synod.replica.config.SynodConfigBuilder;
import java.util.SplittableRandom;

/**
 * Draws unusual client behaviour for a scenario; most scenarios have none. Some clients close their
 * sessions and open new ones, or vanish and leave them open, so that a replica has more sessions
 * than there are clients. Some clients send many requests before the first answer, some more than a
 * session may have. In some scenarios, sessions keep few answers.
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

  /** A client with many requests sends them quickly. */
  long thinkNanos(long usual) {
    return kind == Kind.EAGER ? Math.min(usual, 2 * MILLI) : usual;
  }

  /** The share of times at which a client without open requests closes its session. */
  double leaving() {
    return kind == Kind.LEAVING ? random.nextDouble(0.2, 0.8) : 0;
  }

  /** The share of requests after which a client vanishes, and another one replaces it. */
  double vanishing() {
    return kind == Kind.VANISHING ? random.nextDouble(0.03) : 0;
  }
}

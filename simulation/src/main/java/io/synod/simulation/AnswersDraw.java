package io.synod.simulation;

import io.synod.core.settings.AnswerLimits;
import java.util.SplittableRandom;

/**
 * How much sessions may keep of answers, which have a few dozen bytes here: in one scenario of four
 * few answers for each session, in half of these so few in all that sessions are closed for it.
 */
final class AnswersDraw {
  private static final int LARGEST_BYTES = 2 << 10;
  private static final int ANSWER_BYTES = 64;
  private static final int FEW = 12;
  private static final int SESSIONS = 20;

  private final AnswerLimits limits;

  AnswersDraw(SplittableRandom random) {
    boolean limited = random.nextInt(4) == 0;
    boolean closes = random.nextBoolean();
    long ofOne =
        LARGEST_BYTES + AnswerLimits.OVERHEAD_BYTES + (long) ANSWER_BYTES * random.nextInt(1, FEW);
    long ofAll = closes ? ofOne : ofOne * SESSIONS;
    limits = limited ? new AnswerLimits(LARGEST_BYTES, ofOne, ofAll) : AnswerLimits.NONE;
  }

  AnswerLimits limits() {
    return limits;
  }
}

package io.synod.core.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Places for the answers that one session keeps; their number is a power of two, or none.
 *
 * @param answers null in each place that keeps none
 * @param codes of each answer: its length in bytes, shifted, and its status. An answer itself is
 *     not touched again when it is acknowledged, long after it has left the processor's cache
 */
record AnswerPlaces(byte[][] answers, int[] codes) {

  int count() {
    return answers.length;
  }

  /** Places that no session uses now. A session's places grow and shrink with its bursts. */
  static final class Spares {
    private static final int OF_EACH_SIZE_MAX = 4;

    // By the logarithm of their number.
    private final List<ArrayDeque<AnswerPlaces>> bySize = new ArrayList<>();

    AnswerPlaces take(int places) {
      AnswerPlaces spare = ofSize(places).poll();
      return spare == null ? new AnswerPlaces(new byte[places][], new int[places]) : spare;
    }

    /** Takes {@code spare} back, all of whose answers are null. */
    void give(AnswerPlaces spare) {
      if (spare.count() > 0 && ofSize(spare.count()).size() < OF_EACH_SIZE_MAX) {
        ofSize(spare.count()).push(spare);
      }
    }

    private ArrayDeque<AnswerPlaces> ofSize(int places) {
      int size = Integer.numberOfTrailingZeros(places);
      while (bySize.size() <= size) {
        bySize.add(new ArrayDeque<>());
      }
      return bySize.get(size);
    }
  }
}

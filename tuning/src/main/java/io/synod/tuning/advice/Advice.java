package io.synod.tuning.advice;

import io.synod.core.command.Batch;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The recommended batch size and window. The batch size is the smallest power of two that keeps the
 * latency and whose throughput is within 1 % of the greatest. Larger batches would cost latency
 * without more throughput. The window is the smallest with which the model gives that throughput,
 * or nearly that if instances share a wait ({@link Prediction#window}), since more concurrent
 * instances only queue (S13, section III.B).
 *
 * @param model the inputs
 * @param candidates all batch sizes in ascending order; each holds more requests than the one
 *     before
 * @param recommended one of the candidates
 * @param isLatencyKept false if no candidate keeps the latency; then the one with the lowest
 *     latency is recommended
 */
public record Advice(
    PhaseTwoModel model, List<Candidate> candidates, Candidate recommended, boolean isLatencyKept) {
  /** The smallest {@code batch.max-bytes}. */
  public static final int MAX_BYTES_LEAST = 64;

  /** The largest {@code batch.max-bytes} that fits into a frame of the default size. */
  public static final int MAX_BYTES_MOST = 4 << 20;

  /** The largest {@code pipeline.window}. */
  public static final int WINDOW_MOST = 10_000;

  private static final double NEARLY_GREATEST = 0.99;

  public Advice {
    candidates = List.copyOf(candidates);
  }

  /**
   * @param latencyMillisMax the limit of {@link Candidate#latencyMillis}; infinite for no limit
   * @throws IllegalArgumentException if no batch size holds a request
   */
  public static Advice of(PhaseTwoModel model, double latencyMillisMax) {
    checkFits(model.sizes());
    List<Candidate> candidates = candidates(model);
    List<Candidate> kept =
        candidates.stream().filter(one -> one.latencyMillis() <= latencyMillisMax).toList();
    if (kept.isEmpty()) {
      Candidate quickest =
          candidates.stream().min(Comparator.comparingDouble(Candidate::latencyMillis)).get();
      return new Advice(model, candidates, quickest, false);
    }
    double greatest = kept.stream().mapToDouble(Candidate::throughput).max().getAsDouble();
    Candidate smallest =
        kept.stream()
            .filter(one -> one.throughput() >= NEARLY_GREATEST * greatest)
            .findFirst()
            .get();
    return new Advice(model, candidates, smallest, true);
  }

  private static List<Candidate> candidates(PhaseTwoModel model) {
    List<Candidate> candidates = new ArrayList<>();
    int earlier = 0;
    for (int maxBytes = MAX_BYTES_LEAST; maxBytes <= MAX_BYTES_MOST; maxBytes *= 2) {
      int requests = requests(model.sizes(), maxBytes);
      if (requests > earlier) {
        Prediction prediction = model.predict(requests);
        int window = (int) Math.max(1, Math.min(prediction.window(), WINDOW_MOST));
        candidates.add(new Candidate(maxBytes, window, prediction));
        earlier = requests;
      }
    }
    return candidates;
  }

  /**
   * @throws IllegalArgumentException if no batch size holds a request
   */
  public static void checkFits(MessageSizes sizes) {
    if (requests(sizes, MAX_BYTES_MOST) == 0) {
      throw new IllegalArgumentException(
          "a request of %,d bytes fits no batch of up to %,d"
              .formatted(sizes.requestBytes(), MAX_BYTES_MOST));
    }
  }

  private static int requests(MessageSizes sizes, int maxBytes) {
    long entryBytes = (long) sizes.requestBytes() + sizes.requestHeaderBytes();
    return (int) ((maxBytes - Batch.HEADER_BYTES) / entryBytes);
  }
}

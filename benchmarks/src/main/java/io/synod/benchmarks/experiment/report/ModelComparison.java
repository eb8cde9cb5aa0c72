package io.synod.benchmarks.experiment.report;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.Observation;
import io.synod.fitting.fit.SharingFit;
import io.synod.fitting.fit.WindowedObservation;
import io.synod.fitting.measurement.Measurements;
import io.synod.link.LinkShape;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Prediction;
import io.synod.tuning.model.Sharing;
import io.synod.tuning.model.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The model fitted to the measurements, as the papers have it and with what is shared ({@link
 * Sharing}). The papers give the leader a processor of its own, which spends all of its CPU time
 * sequentially. Here replicas and clients share the processors, and instances under way share
 * waits.
 */
public final class ModelComparison {
  /** S_ans of the idle service's replicas. */
  public static final int ANSWER_BYTES = 8;

  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double CLOSE = 0.15;

  // Two measurements of the same point differ by about this, and saturation is flat.
  static final double NEARLY_ALL = 0.9;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double LOOPBACK_BITS = 1e12;

  private final CostFit fit;
  private final Sharing sharing;
  private final int replicas;
  private final int processors = Runtime.getRuntime().availableProcessors();
  private final Link link;
  private final List<Row> rows = new ArrayList<>();

  /**
   * One point.
   *
   * @param prediction of the papers' model, for any window
   * @param papers requests a second that the papers' model predicts for this window
   * @param shared the same with what is shared, fitted to all other points
   */
  record Row(Result result, Prediction prediction, double papers, double shared) {

    double papersError() {
      return papers / result.value(Measure.THROUGHPUT) - 1;
    }

    double sharedError() {
      return shared / result.value(Measure.THROUGHPUT) - 1;
    }
  }

  private ModelComparison(CostFit fit, Sharing sharing, int replicas, Link link) {
    this.fit = fit;
    this.sharing = sharing;
    this.replicas = replicas;
    this.link = link;
  }

  /**
   * @param measurements the leader's rows of these results
   * @param shape of the links between replicas
   * @throws io.synod.fitting.fit.UnidentifiedException if they do not determine the costs
   */
  static ModelComparison of(
      List<Result> results, List<Path> measurements, int replicas, LinkShape shape) {
    CostFit fit =
        CostFit.of(Measurements.read(measurements, Duration.ZERO).intervals(), FitSource.STAGES);
    List<List<WindowedObservation>> seen = new ArrayList<>();
    for (int point = 0; point < results.size(); point++) {
      seen.add(observations(results.get(point), measurements.get(point)));
    }
    Link link = link(shape);
    ModelComparison comparison =
        new ModelComparison(fit, sharing(seen, -1, fit, link), replicas, link);
    for (int point = 0; point < results.size(); point++) {
      comparison.add(results.get(point), sharing(seen, point, fit, link));
    }
    return comparison;
  }

  /** The leader's intervals of a point, with the time between instances that its clients saw. */
  private static List<WindowedObservation> observations(Result result, Path measured) {
    double perRequest = MILLIS_PER_SECOND / result.value(Measure.THROUGHPUT);
    return Measurements.read(List.of(measured), Duration.ZERO).intervals().stream()
        .map(Observation::new)
        .map(
            seen ->
                new WindowedObservation(
                    seen,
                    result.value(Axis.WINDOW),
                    perRequest * seen.interval().traffic().requests()))
        .toList();
  }

  /** What is shared, from all points but {@code without}. */
  private static Sharing sharing(
      List<List<WindowedObservation>> seen, int without, CostFit fit, Link link) {
    List<WindowedObservation> others = new ArrayList<>();
    for (int point = 0; point < seen.size(); point++) {
      others.addAll(point == without ? List.of() : seen.get(point));
    }
    return SharingFit.of(others, fit.costs(), link);
  }

  /** Loopback has no latency or bandwidth of its own; it costs CPU time. */
  public static Link link(LinkShape shape) {
    return shape.bitsPerSecond() == 0
        ? Link.ofBits(Topology.LAN, LOOPBACK_BITS, 0)
        : Link.ofBits(Topology.WAN, shape.bitsPerSecond(), shape.delayNanos() / NANOS_PER_MILLI);
  }

  private static MessageSizes sizes(Result result) {
    return MessageSizes.ofSynod((int) result.value(Axis.REQUEST), ANSWER_BYTES);
  }

  private void add(Result result, Sharing ofOthers) {
    long window = (long) result.value(Axis.WINDOW);
    Prediction papers = predict(result, Sharing.NONE);
    double shared = predict(result, ofOthers).throughput(window);
    rows.add(new Row(result, papers, papers.throughput(window), shared));
  }

  private Prediction predict(Result like, Sharing shared) {
    PhaseTwoModel model = new PhaseTwoModel(replicas, link, sizes(like), fit.costs(), shared);
    return model.predict((int) Math.max(1, Math.round(like.value(Measure.BATCH_REQUESTS))));
  }

  CostFit fit() {
    return fit;
  }

  Sharing sharing() {
    return sharing;
  }

  int processors() {
    return processors;
  }

  List<Row> rows() {
    return rows;
  }

  /** The share of points that the papers' model predicts within 15 %. */
  double papersClose() {
    return share(rows.stream().filter(row -> Math.abs(row.papersError()) <= CLOSE).count());
  }

  /** The share of points that the model with what is shared predicts within 15 %. */
  double sharedClose() {
    return share(rows.stream().filter(row -> Math.abs(row.sharedError()) <= CLOSE).count());
  }

  private double share(long count) {
    return (double) count / rows.size();
  }

  /**
   * One size of requests and batches, as in S13's tables III and IV.
   *
   * @param reached the point with the smallest window that has 90 % of the greatest throughput
   * @param after the largest measured window below that; 0 if there is none
   * @param greatest measured requests a second at any window
   * @param shared w with what is shared
   * @param sharedGreatest with what is shared, requests a second at the largest measured window
   */
  record Saturation(
      Row reached, double after, double greatest, long shared, double sharedGreatest) {

    double window() {
      return reached.result().value(Axis.WINDOW);
    }

    Prediction papers() {
      return reached.prediction();
    }

    double papersError() {
      return papers().throughput() / greatest - 1;
    }

    double sharedError() {
      return sharedGreatest / greatest - 1;
    }

    boolean papersHold() {
      return holds(papers().window());
    }

    boolean sharedHolds() {
      return holds(shared);
    }

    private boolean holds(long predicted) {
      return predicted > after && predicted <= window();
    }
  }

  /** The window at which the measurement saturates, beside those of the models. */
  List<Saturation> saturations() {
    Map<List<Double>, List<Row>> groups = new LinkedHashMap<>();
    for (Row row : rows) {
      Result result = row.result();
      List<Double> group = List.of(result.value(Axis.REQUEST), result.value(Axis.BATCH));
      groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(row);
    }
    return groups.values().stream().map(this::saturation).toList();
  }

  /** The rows have ascending windows. */
  private Saturation saturation(List<Row> group) {
    double greatest =
        group.stream().mapToDouble(row -> row.result().value(Measure.THROUGHPUT)).max().orElse(0);
    double after = 0;
    Row first = null;
    for (Row row : group) {
      if (row.result().value(Measure.THROUGHPUT) >= NEARLY_ALL * greatest) {
        first = row;
        break;
      }
      after = row.result().value(Axis.WINDOW);
    }
    Prediction all = predict(first.result(), sharing);
    double most = all.throughput(largestWindow(group));
    long window = 1;
    while (all.throughput(window) < NEARLY_ALL * most) {
      window++;
    }
    return new Saturation(first, after, greatest, window, most);
  }

  private static long largestWindow(List<Row> group) {
    return (long) group.get(group.size() - 1).result().value(Axis.WINDOW);
  }
}

package io.synod.benchmarks.sweep;

import io.synod.benchmarks.experiment.report.ModelComparison;
import io.synod.benchmarks.experiment.report.Table;
import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.SharingFit;
import io.synod.fitting.fit.UnidentifiedException;
import io.synod.fitting.fit.WindowedObservation;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.Sharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * How well the cost model predicts the requests per second of limits that it was not fitted to. It
 * is fitted to a random half of the points of a scenario, of all lengths of requests, and judged by
 * the medians of the others; 20 times. Beside it stands how well one measurement of a point
 * predicts another.
 *
 * @param points of the grid, all lengths of requests together
 * @param papers relative errors of the model as the papers have it
 * @param completed relative errors with {@link Sharing}
 * @param repeated relative differences of two measurements of the same point
 * @param sharing of the last half
 */
public record Accuracy(
    Scenario scenario,
    int points,
    double[] papers,
    double[] completed,
    double[] repeated,
    Sharing sharing) {
  private static final int SPLITS = 20;
  private static final double CLOSE = 0.10;
  private static final double NEAR = 0.15;
  private static final double PERCENT = 100;

  /**
   * @param swept of one scenario, in a closed loop
   * @throws UnidentifiedException if a half does not determine the costs: of one length of
   *     requests, or of too few points
   */
  static Accuracy of(Scenario scenario, List<Swept> swept) {
    Map<Swept.Point, List<Swept>> lines =
        swept.stream()
            .collect(Collectors.groupingBy(Swept::point, LinkedHashMap::new, Collectors.toList()));
    List<Swept.Point> points = new ArrayList<>(lines.keySet());
    Random random = new Random(1);
    List<Double> papers = new ArrayList<>();
    List<Double> completed = new ArrayList<>();
    Link link = ModelComparison.link(scenario.link());
    Sharing sharing = Sharing.NONE;
    for (int split = 0; split < SPLITS; split++) {
      Collections.shuffle(points, random);
      List<Swept.Point> half = points.subList(0, points.size() / 2);
      List<WindowedObservation> known =
          half.stream().flatMap(one -> lines.get(one).stream()).map(Swept::observation).toList();
      CpuCosts costs =
          CostFit.of(
                  known.stream().map(one -> one.observation().interval()).toList(),
                  FitSource.STAGES)
              .costs();
      sharing = SharingFit.of(known, costs, link);
      for (Swept.Point held : points.subList(half.size(), points.size())) {
        papers.add(error(lines.get(held), costs, link, Sharing.NONE));
        completed.add(error(lines.get(held), costs, link, sharing));
      }
    }
    return new Accuracy(
        scenario, points.size(), array(papers), array(completed), repeated(swept), sharing);
  }

  /** Of each scenario whose points determine the costs; those of one length of requests do not. */
  public static List<Accuracy> ofAll(List<Swept> swept) {
    Map<Scenario, List<Swept>> groups = new LinkedHashMap<>();
    for (Swept one : swept) {
      if (one.offered() == 0) {
        groups.computeIfAbsent(one.scenario(), unused -> new ArrayList<>()).add(one);
      }
    }
    List<Accuracy> all = new ArrayList<>();
    for (Map.Entry<Scenario, List<Swept>> group : groups.entrySet()) {
      try {
        all.add(of(group.getKey(), group.getValue()));
      } catch (UnidentifiedException tooAlike) {
        // There is nothing to judge: the costs of other scenarios are judged all the same.
        continue;
      }
    }
    return all;
  }

  /** The median of a point's repetitions: one of them may contain a collection of the heap. */
  private static double error(List<Swept> repetitions, CpuCosts costs, Link link, Sharing sharing) {
    return Medians.of(
        repetitions, one -> SharingFit.error(one.observation(), costs, link, sharing));
  }

  private static double[] repeated(List<Swept> swept) {
    Map<Swept.Point, List<Double>> rates = new LinkedHashMap<>();
    for (Swept one : swept) {
      rates.computeIfAbsent(one.point(), unused -> new ArrayList<>()).add(one.requestsPerSecond());
    }
    List<Double> differences = new ArrayList<>();
    for (List<Double> same : rates.values()) {
      for (int index = 1; index < same.size(); index++) {
        differences.add(same.get(index) / same.get(index - 1) - 1);
      }
    }
    return array(differences);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The share of errors up to 10 %. */
  static double close(double[] errors) {
    return within(errors, CLOSE);
  }

  private static double within(double[] errors, double most) {
    return Arrays.stream(errors).filter(error -> Math.abs(error) <= most).count()
        / (double) errors.length;
  }

  /** A table in Markdown. */
  public static String table(List<Accuracy> all) {
    return new Table<Accuracy>()
        .text("scenario", one -> one.scenario.word())
        .number("points", Accuracy::points)
        .text("within 10 % / 15 %: papers", one -> shares(one.papers))
        .text("completed", one -> shares(one.completed))
        .text("a repetition", one -> shares(one.repeated))
        .ratio("passing", one -> one.sharing.passing())
        .formatted("others, ms a request", "%.5f", one -> one.sharing.millisPerRequest())
        .formatted("ms/KiB", "%.5f", one -> one.sharing.millisPerKib())
        .formatted("wait, ms", "%.3f", one -> one.sharing.waitMillis())
        .of(all);
  }

  private static String shares(double[] errors) {
    return errors.length == 0
        ? "–"
        : String.format(
            Locale.ROOT, "%.0f / %.0f %%", PERCENT * close(errors), PERCENT * within(errors, NEAR));
  }
}

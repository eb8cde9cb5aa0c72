package io.synod.benchmarks.experiment.report;

import io.synod.fitting.fit.UnidentifiedException;
import io.synod.fitting.regression.Coefficient;
import io.synod.link.LinkShape;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The report's section on the model: its costs, its prediction at each point, its windows.
 *
 * @param verdict one line about the model's accuracy
 */
public record ModelSection(String text, String verdict) {
  private static final double PERCENT = 100;

  /**
   * @param measurements the leader's rows of these results
   * @param replicas of each cluster
   * @param link between replicas
   */
  public static ModelSection of(
      List<Result> results, List<Path> measurements, int replicas, LinkShape link) {
    String head = "\n## The model\n\n";
    try {
      ModelComparison comparison = ModelComparison.of(results, measurements, replicas, link);
      String verdict = verdict(comparison);
      return new ModelSection(
          head
              + costs(comparison)
              + points(comparison)
              + saturations(comparison.saturations())
              + "\n"
              + verdict
              + ".\n",
          verdict);
    } catch (UnidentifiedException tooFew) {
      return new ModelSection(
          head + "These points do not determine the costs: " + tooFew.getMessage() + "\n",
          "no model: " + tooFew.getMessage());
    }
  }

  private static String costs(ModelComparison comparison) {
    StringBuilder text =
        new StringBuilder("Costs of the leader (`synod fit`), with 95 % intervals:\n\n");
    comparison
        .fit()
        .parts()
        .forEach(
            part -> {
              for (int index = 0; index < part.names().size(); index++) {
                Coefficient one = part.coefficients().get(index);
                text.append(
                    String.format(
                        Locale.ROOT,
                        "* %s = %.4g (%.4g to %.4g), R² %.3f%n",
                        part.names().get(index),
                        one.value(),
                        one.low(),
                        one.high(),
                        part.determination()));
              }
            });
    return text.toString();
  }

  private static String points(ModelComparison comparison) {
    return """

        The papers' model gives the leader a processor of its own. Here all processes share %d of them, so that beside
        it stands the model with what is shared: for each ms of the leader's CPU time %.2f ms pass, for each request %.4f
        and for each KiB of a batch %.4f ms more, and an instance waits %.3f ms together with those under way. Each
        point is predicted from all others.

        """
            .formatted(
                comparison.processors(),
                comparison.sharing().passing(),
                comparison.sharing().millisPerRequest(),
                comparison.sharing().millisPerKib(),
                comparison.sharing().waitMillis())
        + new Table<ModelComparison.Row>()
            .formatted("request", "%.0f", row -> row.result().value(Axis.REQUEST))
            .formatted("batch", "%.0f", row -> row.result().value(Axis.BATCH))
            .formatted("window", "%.0f", row -> row.result().value(Axis.WINDOW))
            .formatted("k", "%.1f", row -> row.result().value(Measure.BATCH_REQUESTS))
            .formatted("measured req/s", "%,.0f", row -> row.result().value(Measure.THROUGHPUT))
            .formatted("papers' model", "%,.0f", ModelComparison.Row::papers)
            .percent("error", "%+.0f %%", ModelComparison.Row::papersError)
            .formatted("with what is shared", "%,.0f", ModelComparison.Row::shared)
            .percent("error", "%+.0f %%", ModelComparison.Row::sharedError)
            .of(comparison.rows());
  }

  private static String saturations(List<ModelComparison.Saturation> saturations) {
    return """

        The counterpart of S13's tables III and IV: the papers' model with the costs above, the measurement (its greatest
        throughput, and between which windows it first reaches 90 % of that), the model with what is shared.

        """
        + new Table<ModelComparison.Saturation>()
            .formatted("S_req", "%.0f", one -> one.reached().result().value(Axis.REQUEST))
            .formatted("S_2a", "%,.0f", one -> one.papers().batchBytes())
            .ratio("w_CPU", one -> one.papers().cpuWindow())
            .formatted("w_NET", "%.3g", one -> one.papers().networkWindow())
            .formatted("max req/s", "%,.0f", one -> one.papers().throughput())
            .text(
                "measured w",
                one -> String.format(Locale.ROOT, "%.0f to %.0f", one.after(), one.window()))
            .formatted("measured max", "%,.0f", ModelComparison.Saturation::greatest)
            .percent("error", "%+.0f %%", ModelComparison.Saturation::papersError)
            .text("w holds", one -> one.papersHold() ? "yes" : "no")
            .formatted("shared w", "%.0f", ModelComparison.Saturation::shared)
            .formatted("max req/s", "%,.0f", ModelComparison.Saturation::sharedGreatest)
            .percent("error", "%+.0f %%", ModelComparison.Saturation::sharedError)
            .text("w holds", one -> one.sharedHolds() ? "yes" : "no")
            .of(saturations);
  }

  private static String verdict(ModelComparison comparison) {
    List<ModelComparison.Saturation> saturations = comparison.saturations();
    return String.format(
        Locale.ROOT,
        "within 15 %% of the measured throughput: the papers' model at %.0f %% of the points, with what is"
            + " shared at %.0f %%; the predicted window at %d and %d of %d",
        PERCENT * comparison.papersClose(),
        PERCENT * comparison.sharedClose(),
        saturations.stream().filter(ModelComparison.Saturation::papersHold).count(),
        saturations.stream().filter(ModelComparison.Saturation::sharedHolds).count(),
        saturations.size());
  }
}

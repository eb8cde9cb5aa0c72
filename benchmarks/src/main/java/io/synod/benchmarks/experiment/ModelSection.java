package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.tuning.fit.UnidentifiedException;
import io.synod.tuning.regression.Coefficient;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What a report says of the model: its costs, its prediction at each point, its windows. */
final class ModelSection {
  private static final double PERCENT = 100;

  private final StringBuilder text;

  ModelSection(StringBuilder text) {
    this.text = text;
  }

  /**
   * Returns one line that says how the model did.
   *
   * @param fitted throws {@link UnidentifiedException} if too little was measured
   */
  String write(Supplier<ModelComparison> fitted) {
    text.append("\n## The model\n\n");
    try {
      ModelComparison comparison = fitted.get();
      costs(comparison);
      points(comparison);
      return saturations(comparison);
    } catch (UnidentifiedException tooFew) {
      text.append("No costs follow from these points: ").append(tooFew.getMessage()).append('\n');
      return "no model: " + tooFew.getMessage();
    }
  }

  private void costs(ModelComparison comparison) {
    text.append("Costs of the leader (`synod fit`), with 95 % intervals:\n\n");
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
  }

  private void points(ModelComparison comparison) {
    text.append(
        """

        The papers' model gives the leader a processor of its own. Here all processes share %d of them, so that beside
        it stands a model of the shared machine: an instance takes %.2f ms of each ms of CPU time that all processes
        spend on it, and what waits and does not work, over the window. Each point is predicted from all others.

        | request | batch | window | k | measured req/s | papers' model | error | shared machine | error |
        |---|---|---|---|---|---|---|---|---|
        """
            .formatted(comparison.processors(), comparison.machine().passing()));
    for (ModelComparison.Row row : comparison.rows()) {
      Result result = row.result();
      text.append(
          String.format(
              Locale.ROOT,
              "| %.0f | %.0f | %.0f | %.1f | %,.0f | %,.0f | %+.0f %% | %,.0f | %+.0f %% |%n",
              result.value(Axis.REQUEST),
              result.value(Axis.BATCH),
              result.value(Axis.WINDOW),
              result.value(Result.BATCH_REQUESTS),
              result.value(Result.THROUGHPUT),
              row.papers(),
              PERCENT * row.papersError(),
              row.shared(),
              PERCENT * row.sharedError()));
    }
  }

  private String saturations(ModelComparison comparison) {
    List<ModelComparison.Saturation> saturations = comparison.saturations();
    text.append(
        """

        The counterpart of S13's tables III and IV: the papers' model with the costs above, the measurement (its greatest
        throughput, and between which windows it first reaches 90 % of that), the shared machine.

        | S_req | S_2a | w_CPU | w_NET | max req/s | measured w | measured max | error | w holds | shared w | max req/s | error | w holds |
        |---|---|---|---|---|---|---|---|---|---|---|---|---|
        """);
    for (ModelComparison.Saturation one : saturations) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %.0f | %,d | %.2f | %.3g | %,.0f | %.0f to %.0f | %,.0f | %+.0f %% | %s | %d | %,.0f | %+.0f %% | %s |%n",
              one.reached().result().value(Axis.REQUEST),
              one.papers().batchBytes(),
              one.papers().cpuWindow(),
              one.papers().networkWindow(),
              one.papers().throughput(),
              one.after(),
              one.window(),
              one.greatest(),
              PERCENT * one.papersError(),
              one.papersHold() ? "yes" : "no",
              one.shared(),
              one.sharedGreatest(),
              PERCENT * one.sharedError(),
              one.sharedHolds() ? "yes" : "no"));
    }
    long papers = saturations.stream().filter(ModelComparison.Saturation::papersHold).count();
    long shared = saturations.stream().filter(ModelComparison.Saturation::sharedHolds).count();
    String verdict =
        String.format(
            Locale.ROOT,
            "within 15 %% of the measured throughput: the papers' model at %.0f %% of the points, that of the shared"
                + " machine at %.0f %%; the predicted window at %d and %d of %d",
            PERCENT * comparison.papersClose(),
            PERCENT * comparison.sharedClose(),
            papers,
            shared,
            saturations.size());
    text.append('\n').append(verdict).append(".\n");
    return verdict;
  }
}

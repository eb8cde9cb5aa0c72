package io.synod.laboratory.tuning;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.FittedPart;
import io.synod.fitting.measurement.Measurements;
import io.synod.fitting.regression.Coefficient;
import java.util.List;
import java.util.Locale;

/** The result of a fit, for people. */
public final class FitText {
  /** Why there is no profile. */
  public static final String OFF =
      "! The model is off by more than 15 % for half of the instances, so no profile is written.\n";

  private static final double PERCENT = 100;
  private static final double HALF = 0.5;
  private static final double MOST = 0.9;

  private FitText() {}

  /** Ends with a line break. */
  public static String of(Measurements measurements, CostFit fit) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%,d intervals of leaders, of %,d rows; %,d more were warm-up\n\n",
            measurements.intervals().size(),
            measurements.rows(),
            measurements.warmUp()));
    return text.append(of(fit)).toString();
  }

  /** The fit alone; ends with a line break. */
  public static String of(CostFit fit) {
    StringBuilder text = new StringBuilder();
    text.append(parameters(fit)).append('\n');
    text.append(
        "The model's error is at most %.0f %% for half of the instances, and at most %.0f %% for nine in ten.\n"
            .formatted(PERCENT * fit.error(HALF), PERCENT * fit.error(MOST)));
    text.append(
        "R2 of the whole model %s; its activities make up %.1f %% of the threads' CPU time\n"
            .formatted(determination(fit.determination()), PERCENT * fit.attributed()));
    if (fit.source() == FitSource.TOTAL) {
      text.append(
          "phi_exec is the service's CPU time: totals cannot separate it from b_cli, which has the rest"
              + " of what a request costs.\n");
    }
    if (fit.source() == FitSource.STAGES) {
      text.append(
          "c_cli and c_exec are constant costs of an instance and are included in b_rep: %s ms in all.\n"
              .formatted(ModelText.number(fit.costs().replica().millis())));
    }
    if (fit.parts().stream()
        .flatMap(part -> part.coefficients().stream())
        .anyMatch(Coefficient::isAtBound)) {
      text.append(
          "! at its bound: without it the parameter would be negative. The interval is one-sided"
              + " then.\n");
    }
    return text.toString();
  }

  private static String parameters(CostFit fit) {
    TextTable table = new TextTable();
    table.line(List.of("", "value", "95 % from", "to", "", "", "R2"));
    for (FittedPart part : fit.parts()) {
      for (int index = 0; index < part.names().size(); index++) {
        String name = part.names().get(index);
        Coefficient coefficient = part.coefficients().get(index);
        table.line(
            List.of(
                name,
                ModelText.number(coefficient.value()),
                ModelText.number(coefficient.low()),
                ModelText.number(coefficient.high()),
                name.startsWith("a_") ? "ms/KiB" : "ms",
                coefficient.isAtBound() ? "!" : "",
                index == 0 ? determination(part.determination()) : ""));
      }
    }
    return table.text();
  }

  private static String determination(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }
}

package io.synod.laboratory.tuning;

import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Sharing;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** The inputs of the model and its values, for people. */
final class ModelText {
  private static final int BITS_PER_BYTE = 8;
  private static final double MBIT_PER_BYTE_PER_MILLI = BITS_PER_BYTE / 1e3;
  private static final int DIGITS = 4;

  private ModelText() {}

  /** Three or four lines, without a line break behind them. */
  static String inputs(PhaseTwoModel model) {
    Link link = model.link();
    MessageSizes sizes = model.sizes();
    CpuCosts costs = model.costs();
    return """
        n = %d, %s of 10^6 bit, L = %s ms
        S_req = %d B + %d B of header, S_ans = %d B with its header
        phi_cli = %s, phi_rep = %s (ms, x in KiB), phi_exec = %s ms"""
            .formatted(
                model.replicas(),
                bandwidth(link),
                number(link.oneWayMillis()),
                sizes.requestBytes(),
                sizes.requestHeaderBytes(),
                sizes.answerBytes(),
                cost(costs.client()),
                cost(costs.replica()),
                number(costs.executionMillis()))
        + sharing(model.sharing());
  }

  private static String sharing(Sharing sharing) {
    return sharing.equals(Sharing.NONE)
        ? ""
        : "\n%s ms pass for each of CPU time; others take %s ms a request and %s ms/KiB; an instance waits %s ms, shared by those under way"
            .formatted(
                number(sharing.passing()),
                number(sharing.millisPerRequest()),
                number(sharing.millisPerKib()),
                number(sharing.waitMillis()));
  }

  private static String bandwidth(Link link) {
    if (Double.isInfinite(link.bytesPerMilli())) {
      return "LAN, B = " + megabits(link.sharedBytesPerMilli());
    }
    String own = megabits(link.bytesPerMilli());
    return Double.isInfinite(link.sharedBytesPerMilli())
        ? "WAN, B = " + own
        : "B = %s to each and %s to all".formatted(own, megabits(link.sharedBytesPerMilli()));
  }

  private static String megabits(double bytesPerMilli) {
    return number(bytesPerMilli * MBIT_PER_BYTE_PER_MILLI) + " Mbit/s";
  }

  private static String cost(LinearCost cost) {
    return number(cost.millisPerKib()) + "x + " + number(cost.millis());
  }

  /** At least four significant digits and all digits before the point, without an exponent. */
  static String number(double value) {
    if (Double.isInfinite(value)) {
      return "infinite";
    }
    if (Math.abs(value) >= 1_000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(DIGITS));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}

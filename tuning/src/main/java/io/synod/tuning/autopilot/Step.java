package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;

/** A way from some limits to others that are worth a trial. */
interface Step {
  Step FOUR_TIMES_AS_WIDE = window(4);
  Step TWICE_AS_WIDE = window(2);
  Step SLIGHTLY_WIDER = window(Math.sqrt(2));
  Step NARROWER = window(0.5);
  Step LARGER = batch(2);
  Step SMALLER = batch(0.5);
  Step FEWER_LARGER = (limits, bounds) -> NARROWER.from(LARGER.from(limits, bounds), bounds);

  /** Where it leads to, within {@code bounds}. */
  BatchLimits from(BatchLimits limits, Bounds bounds);

  /** The window, {@code factor} times as large. */
  static Step window(double factor) {
    return (limits, bounds) ->
        bounds.nearest(new BatchLimits(limits.maxBytes(), scaled(limits.window(), factor)));
  }

  /** The batch size, {@code factor} times as large. */
  static Step batch(double factor) {
    return (limits, bounds) ->
        bounds.nearest(new BatchLimits(scaled(limits.maxBytes(), factor), limits.window()));
  }

  /** Always {@code target}. */
  static Step to(BatchLimits target) {
    return (limits, bounds) -> bounds.nearest(target);
  }

  private static int scaled(int value, double factor) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(value * factor)));
  }
}

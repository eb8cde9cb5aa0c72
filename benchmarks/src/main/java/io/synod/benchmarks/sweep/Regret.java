package io.synod.benchmarks.sweep;

import io.synod.core.settings.BatchLimits;
import java.util.Locale;

/**
 * The autopilot against the best fixed limits and against the former default, under one load.
 *
 * @param perSecond requests offered; of a closed loop what the best limits decide
 * @param auto limits that the autopilot had chosen before it was compared
 * @param best of the fixed limits
 * @param autoValue requests per second in a closed loop, median latency in milliseconds in an open
 *     one; so are the next two
 * @param toBest the autopilot's value over that of the best limits; the best are those of the other
 *     rounds
 * @param chosenToBest the same of the limits that it had chosen, held: without trials
 * @param toDefault the autopilot's value over that of the default
 * @param toChosen the autopilot's value over that of the limits that it had chosen: what trials
 *     cost
 * @param autoTail 99th percentile of the latency in milliseconds; so is the next
 */
public record Regret(
    Scenario scenario,
    int requestBytes,
    LoadShare load,
    double perSecond,
    BatchLimits auto,
    BatchLimits best,
    double autoValue,
    double bestValue,
    double defaultValue,
    Ratio toBest,
    Ratio chosenToBest,
    Ratio toDefault,
    Ratio toChosen,
    double autoTail,
    double bestTail) {
  static final String HEADER =
      "scenario,request-bytes,load,requests-per-second,auto-max-bytes,auto-window,best-max-bytes,"
          + "best-window,auto,best,default,auto-to-best,factor,chosen-to-best,factor-chosen,"
          + "auto-to-default,factor-default,"
          + "auto-to-chosen,auto-p99-ms,best-p99-ms";

  String line() {
    return String.format(
        Locale.ROOT,
        "%s,%d,%s,%.0f,%d,%d,%d,%d,%.6g,%.6g,%.6g,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4g,%.4g",
        scenario.word(),
        requestBytes,
        load.word(),
        perSecond,
        auto.maxBytes(),
        auto.window(),
        best.maxBytes(),
        best.window(),
        autoValue,
        bestValue,
        defaultValue,
        toBest.mean(),
        toBest.factor(),
        chosenToBest.mean(),
        chosenToBest.factor(),
        toDefault.mean(),
        toDefault.factor(),
        toChosen.mean(),
        autoTail,
        bestTail);
  }
}

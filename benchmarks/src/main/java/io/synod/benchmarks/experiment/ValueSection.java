package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.LibPaxosTables.Length;
import io.synod.benchmarks.experiment.catalogue.Axis;
import java.util.Map;

/** What a report says of the length of values, beside LibPaxos (Primi 2008, table 9). */
final class ValueSection {
  private static final double MB = 1 << 20;
  private static final int LATENCY_RATE = 1000;

  private ValueSection() {}

  static String of(Results results) {
    ReportTable table =
        new ReportTable(
            "bytes",
            "LibPaxos, values/s",
            "MB/s",
            "latency at 1000/s, us",
            "one at a time, values/s",
            "MB/s",
            "latency at 1000/s, us",
            "default, values/s",
            "MB/s",
            "latency at 1000/s, us");
    for (Length length : LibPaxosTables.LENGTHS) {
      table.row(
          title(length),
          ReportTable.number(length.perSecond()),
          ReportTable.number(length.mbPerSecond()),
          ReportTable.number(length.micros()),
          results.cell(Result.THROUGHPUT, axes(length, 0, 0)),
          megabytes(results, length, 0),
          results.micros(Result.LATENCY_MEAN, axes(length, 0, LATENCY_RATE)),
          results.cell(Result.THROUGHPUT, axes(length, 1, 0)),
          megabytes(results, length, 1),
          results.micros(Result.LATENCY_MEAN, axes(length, 1, LATENCY_RATE)));
    }
    return """

        ## Values and bytes per second over the length of values

        One client with 300 values on their way; latency: 1000 values proposed at the begin of each second, until the
        last of them. A MB has 2^20 bytes, as in the paper.

        """
        + table.text();
  }

  private static String title(Length length) {
    return length.bytesLeast() == length.bytesMost()
        ? String.valueOf(length.bytesMost())
        : length.bytesLeast() + " to " + length.bytesMost();
  }

  private static String megabytes(Results results, Length length, int batching) {
    double perSecond = results.value(Result.THROUGHPUT, axes(length, batching, 0));
    double mean = (length.bytesLeast() + length.bytesMost()) / 2.0;
    return ReportTable.number(perSecond * mean / MB);
  }

  private static Map<String, Integer> axes(Length length, int batching, int rate) {
    return Map.of(
        Axis.VALUE_LEAST,
        length.bytesLeast(),
        Axis.VALUE_MOST,
        length.bytesMost(),
        Axis.BATCHING,
        batching,
        Axis.RATE,
        rate);
  }
}

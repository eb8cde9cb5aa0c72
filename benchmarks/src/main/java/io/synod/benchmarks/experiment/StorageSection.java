package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.LibPaxosTables.Store;
import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.core.settings.Durability;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a report says of durability, beside LibPaxos (Primi 2008, tables 5 and 6). */
final class StorageSection {
  private static final int[] RATES = {5, 1000, 2000};

  private final Results results;
  private final ReportTable table =
      new ReportTable(
          "what", "level", "LibPaxos, BTREE", "LibPaxos, RECNO", "one at a time", "default");

  private StorageSection(Results results) {
    this.results = results;
  }

  static String of(Results results) {
    StorageSection section = new StorageSection(results);
    for (Durability level : Durability.values()) {
      section.throughput(level);
    }
    for (int rate : RATES) {
      for (Durability level : Durability.values()) {
        section.latency(level, rate);
      }
    }
    return """

        ## Durability

        One client, values of 30 to 3000 bytes. Values per second: 300 on their way at any time, as the paper's client
        keeps them. Latency: all values of a second proposed at its begin, until the last of them. LibPaxos without
        disk synchronization (table 5) is beside `memory`, `view` and `epoch`, which wait for the disk at most once a
        view or a start; with it (table 6) beside `sync`.

        """
        + section.table.text();
  }

  private void throughput(Durability level) {
    List<Store> stores = stores(level);
    table.row(
        "values/s",
        word(level),
        ReportTable.number(stores.get(0).perSecond()),
        ReportTable.number(stores.get(1).perSecond()),
        results.cell(Result.THROUGHPUT, axes(level, 0, 0)),
        results.cell(Result.THROUGHPUT, axes(level, 0, 1)));
  }

  private void latency(Durability level, int rate) {
    List<Store> stores = stores(level);
    String alone = results.micros(Result.LATENCY_MEAN, axes(level, rate, 0));
    String batched = results.micros(Result.LATENCY_MEAN, axes(level, rate, 1));
    if (!alone.equals(ReportTable.NONE) || !batched.equals(ReportTable.NONE)) {
      table.row(
          "latency at " + rate + "/s, us",
          word(level),
          ReportTable.number(stores.get(0).micros().getOrDefault(rate, Double.NaN)),
          ReportTable.number(stores.get(1).micros().getOrDefault(rate, Double.NaN)),
          alone,
          batched);
    }
  }

  private static List<Store> stores(Durability level) {
    return level.keepsVotes() ? LibPaxosTables.STORES_SYNCHRONOUS : LibPaxosTables.STORES;
  }

  private static String word(Durability level) {
    return "`" + level.name().toLowerCase(Locale.ROOT) + "`";
  }

  private static Map<String, Integer> axes(Durability level, int rate, int batching) {
    return Map.of(Axis.LEVEL, level.ordinal(), Axis.RATE, rate, Axis.BATCHING, batching);
  }
}

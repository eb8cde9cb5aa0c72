package io.synod.tuning.paper;

import io.synod.tuning.model.Link;
import io.synod.tuning.model.NetworkModel;
import io.synod.tuning.model.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Tables II and III of N. Santos and A. Schiper, "Tuning Paxos for high-throughput with batching
 * and pipelining" (2011, S11), whose tables IV and V repeat some of their rows, and the throughput
 * of section IV.D.
 */
final class SantosSchiper2011 {
  private static final String PAPER = "S11";
  private static final double MBIT = 1 << 20;
  private static final int REPLICAS = 3;
  private static final int KIB = 1_024;
  private static final int HEADER_BYTES = 16;
  private static final int ACK_BYTES = 16;
  private static final String OPTIMAL = "-";

  private static final String INPUTS =
      "n = 3, S_req = S_ans = 1024 B with 16 B of header, S_ack = 16 B";

  /** S_batch, requests in it, tau_all, tau_idle, tau_dec, w. */
  private static final String TABLE_2 =
      """
      1KB     1   1.7 299.2 300.8 181.8
      64KB   61 100.9 249.5 350.5   3.5
      128KB 123 203.5 198.2 401.8   1.97
      362KB   - 600     0   600     1""";

  private static final String TABLE_3 =
      """
      1KB   1 0.02  0.39 0.41 16.5
      47KB  - 0.8   0    0.8   1
      64KB 61 1.03 -0.12 0.92  0.93""";

  private static final NetworkModel EMULAB =
      new NetworkModel(REPLICAS, Link.ofBits(Topology.LAN, 9.59 * MBIT, 150), ACK_BYTES);
  private static final NetworkModel CLUSTER =
      new NetworkModel(REPLICAS, Link.ofBits(Topology.LAN, 940 * MBIT, 0.2), ACK_BYTES);

  private SantosSchiper2011() {}

  static List<PaperTable> tables() {
    return List.of(table2(), table3(), throughput());
  }

  private static PaperTable table2() {
    return new PaperTable(
        new Caption(
            PAPER,
            "II",
            "Emulab topology: timing analysis of an instance (ms)",
            "B = 9.59 Mbit/s of 2^20 bit, L = 150 ms, " + INPUTS),
        timing(EMULAB, TABLE_2),
        List.of(
            "The batch of 362KB is g(1), which fills the link with one instance: 362 requests and a"
                + " part of one.",
            "S_ack is printed as 0; with 16 B, as in table III, the same digits follow.",
            "Table IV repeats tau_dec and w."));
  }

  private static PaperTable table3() {
    return new PaperTable(
        new Caption(
            PAPER,
            "III",
            "Cluster topology: timing analysis of an instance (ms)",
            "B = 940 Mbit/s of 2^20 bit, L = 0.2 ms, " + INPUTS),
        timing(CLUSTER, TABLE_3),
        List.of(
            "S_ack is printed as 0KB; tau_dec = 0.92 follows with 16 B.",
            "The batch of 47KB is g(1), which fills the link with one instance.",
            "Table V repeats tau_dec and w.",
            "Errata, which do not follow from the printed times either: w = 16.5 for 1KB (0.41 / 0.02"
                + " is 20.5), tau_idle = -0.12 (0.92 - 1.03 is -0.11) and w = 0.93 (0.92 / 1.03 is"
                + " 0.89) for 64KB."));
  }

  private static PaperGrid timing(NetworkModel model, String printedRows) {
    List<ToDoubleFunction<Double>> quantities =
        List.of(model::sendingMillis, model::idleMillis, model::decidingMillis, model::exactWindow);
    List<List<PaperCell>> rows = new ArrayList<>();
    for (String[] printed : PrintedRows.of(printedRows)) {
      double batchBytes =
          printed[1].equals(OPTIMAL)
              ? model.batchBytes(1)
              : Integer.parseInt(printed[1]) * (KIB + HEADER_BYTES);
      List<PaperCell> row = PrintedRows.copied(printed, 0, 2);
      row.addAll(PrintedRows.recomputed(printed, 2, batchBytes, quantities));
      rows.add(row);
    }
    return new PaperGrid(
        List.of(
            PaperColumn.copied("S_batch"),
            PaperColumn.copied("requests"),
            PaperColumn.recomputed("tau_all"),
            PaperColumn.recomputed("tau_idle"),
            PaperColumn.recomputed("tau_dec"),
            PaperColumn.recomputed("w")),
        1,
        rows);
  }

  private static PaperTable throughput() {
    double computed = EMULAB.throughput(KIB + HEADER_BYTES, KIB);
    return new PaperTable(
        new Caption(
            PAPER,
            "1",
            "Formula 1 in section IV.D: what Emulab's link carries (requests/s)",
            "B = 9.59 Mbit/s of 2^20 bit, " + INPUTS),
        new PaperGrid(
            List.of(PaperColumn.copied("S_req"), PaperColumn.recomputed("req/s")),
            1,
            List.of(List.of(PaperCell.copied("1KB"), PaperCell.of("405", computed)))),
        List.of());
  }
}

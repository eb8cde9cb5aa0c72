package io.synod.tuning.paper;

import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Prediction;
import io.synod.tuning.model.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * Tables II to IV of N. Santos and A. Schiper, "Optimizing Paxos with batching and pipelining"
 * (2013, S13).
 */
final class SantosSchiper2013 {
  private static final String PAPER = "S13";
  private static final double MBIT = 1 << 20;
  private static final int REPLICAS = 3;
  private static final int ANSWER_BYTES = 8;

  private static final String SIZES =
      "n = 3, S_ans = 8 B, headers of 16 B a request and 4 B a batch, S_2b = 8 B, phi_exec = 0";
  private static final String CLUSTER =
      "LAN, B = 940 Mbit/s of 2^20 bit, L = 0.1 ms, phi_cli = 0.005x + 0.08,"
          + " phi_rep = 0.0035x + 0.22 (x in KiB, ms); "
          + SIZES;
  private static final String EMULAB =
      "WAN, B = 9.4 Mbit/s of 2^20 bit, L = 50 ms, phi_cli = 0.28x + 0.2,"
          + " phi_rep = 0.002x + 1.5 (x in KiB, ms); "
          + SIZES;

  private static final String TABLE_2 =
      """
      128    1 0.52  0.52  0.52 1.00 211.73
      256    2 0.30  0.60  0.60 1.00 124.18
      512    4 0.19  0.77  0.77 1.00  79.52
      1KB    8 0.14  1.09  1.10 1.00  56.97
      2KB   16 0.11  1.75  1.76 1.01  45.63
      4KB   32 0.10  3.06  3.07 1.01  39.95
      8KB   64 0.09  5.67  5.71 1.01  37.11
      16KB 128 0.09 10.90 10.98 1.01  35.68
      32KB 256 0.08 21.36 21.51 1.01  34.97
      64KB 512 0.08 42.28 42.58 1.01  34.62""";

  private static final String TABLE_3 =
      """
      128 128     1 1    211.73  1916 1    1895
      128 256     2 1    124.18  3313 1    3126
      128 1KB     8 1     56.97  7313 1    7745
      128 32KB  256 1     34.97 11983 1   12488
      128 64KB  512 1     34.62 12108 1   12100
      1KB 1KB     1 1.01  31.54  1878 1    1850
      1KB 2KB     2 1.01  18.64  3202 1    3380
      1KB 8KB     8 1.03   8.93  6791 1    7050
      1KB 256KB 256 1.04   5.79 10644 1   10680
      1KB 512KB 512 1.05   5.74 10742 1   10400
      8KB 8KB     1 1.05   4.92  1625 1    1634
      8KB 16KB    2 1.08   3.25  2530 1    2687
      8KB 64KB    8 1.14   2     4344 1    4328
      8KB 256KB  32 1.17   1.68  5293 1-2  4900
      8KB 512KB  64 1.17   1.63  5493 1-2  4900""";

  private static final String TABLE_4 =
      """
      128 128     1 30.88 833.48  308 30-35  330
      128 256     2 28.77 422.94  574 25-30  550
      128 1KB     8 20.45 107.58 1620 20-25 1800
      128 16KB  128  3.38   7.68 3765 2-5   3100
      128 32KB  512  1.47   3.12 4032 1-2   3300
      1KB 1KB     1 28.89 119.01  286 30-40  310
      1KB 2KB     2 25.54  60.12  502 30-40  600
      1KB 8KB     8 15.42  15.8  1155 15-20 1030
      1KB 128KB 128  3.16   1.93 1184 1-2   1120
      1KB 256KB 256  2.68   1.6  1184 1-2   1100
      8KB 8KB     1 19.47  16     150 15-20  144
      8KB 16KB    2 14.24   8.5   150 5-10   144
      8KB 64KB    8  6.72   2.88  150 2-5    144
      8KB 128KB  16  4.84   1.94  150 1-2    144
      8KB 256KB  32  3.8    1.47  150 1-2    144""";

  private SantosSchiper2013() {}

  static List<PaperTable> tables() {
    return List.of(table2(), table3(), table4());
  }

  private static PaperTable table2() {
    List<ToDoubleFunction<Prediction>> quantities =
        List.of(
            prediction -> prediction.cpuMillis() / prediction.requests(),
            Prediction::cpuMillis,
            Prediction::instanceMillis,
            Prediction::cpuWindow,
            Prediction::networkWindow);
    List<List<PaperCell>> rows = new ArrayList<>();
    for (String[] printed : PrintedRows.of(TABLE_2)) {
      Prediction prediction = cluster(128).predict(Integer.parseInt(printed[1]));
      List<PaperCell> row = PrintedRows.copied(printed, 0, 2);
      row.addAll(PrintedRows.recomputed(printed, 2, prediction, quantities));
      rows.add(row);
    }
    return new PaperTable(
        new Caption(
            PAPER, "II", "Analytical results for cluster, S_req = 128 (times in ms)", CLUSTER),
        new PaperGrid(
            List.of(
                PaperColumn.copied("S_2a"),
                PaperColumn.copied("k"),
                PaperColumn.recomputed("phi_req_CPU"),
                PaperColumn.recomputed("phi_inst_CPU"),
                PaperColumn.recomputed("T_inst"),
                PaperColumn.recomputed("w_CPU"),
                PaperColumn.recomputed("w_NET")),
            2,
            rows),
        List.of("S_2a is printed without headers: k times S_req."));
  }

  private static PaperTable table3() {
    return new PaperTable(
        new Caption(
            PAPER, "III", "Cluster: comparison of analytical and experimental results", CLUSTER),
        comparison(TABLE_3, 8_100, SantosSchiper2013::cluster),
        List.of(
            "S_2a is printed without headers; the requests of \"8KB\" have 8100 bytes.",
            "Erratum: in the last row of (c), w_CPU = 1.17 does not follow from the inputs."));
  }

  private static PaperTable table4() {
    return new PaperTable(
        new Caption(
            PAPER, "IV", "Emulab: comparison of analytical and experimental results", EMULAB),
        comparison(TABLE_4, 8_192, SantosSchiper2013::emulab),
        List.of(
            "S_2a is printed without headers; the requests of \"8KB\" have 8192 bytes here.",
            "Erratum: the last row of (a) is printed with S_2a = 32KB; its numbers are those of"
                + " k = 512, which is 64KB."));
  }

  private static PaperGrid comparison(
      String printedRows, int eightKib, IntFunction<PhaseTwoModel> modelOfRequestBytes) {
    List<ToDoubleFunction<Prediction>> quantities =
        List.of(Prediction::cpuWindow, Prediction::networkWindow, Prediction::throughput);
    List<List<PaperCell>> rows = new ArrayList<>();
    for (String[] printed : PrintedRows.of(printedRows)) {
      int requestBytes =
          switch (printed[0]) {
            case "1KB" -> 1_024;
            case "8KB" -> eightKib;
            default -> Integer.parseInt(printed[0]);
          };
      Prediction prediction =
          modelOfRequestBytes.apply(requestBytes).predict(Integer.parseInt(printed[2]));
      List<PaperCell> row = PrintedRows.copied(printed, 0, 3);
      row.addAll(PrintedRows.recomputed(printed, 3, prediction, quantities));
      row.addAll(PrintedRows.copied(printed, 6, 8));
      rows.add(row);
    }
    return new PaperGrid(
        List.of(
            PaperColumn.copied("S_req"),
            PaperColumn.copied("S_2a"),
            PaperColumn.copied("k"),
            PaperColumn.recomputed("w_CPU"),
            PaperColumn.recomputed("w_NET"),
            PaperColumn.recomputed("req/s"),
            PaperColumn.copied("measured w"),
            PaperColumn.copied("measured req/s")),
        3,
        rows);
  }

  private static PhaseTwoModel cluster(int requestBytes) {
    return new PhaseTwoModel(
        REPLICAS,
        Link.ofBits(Topology.LAN, 940 * MBIT, 0.1),
        MessageSizes.ofPaper(requestBytes, ANSWER_BYTES),
        new CpuCosts(new LinearCost(0.005, 0.08), new LinearCost(0.0035, 0.22), 0));
  }

  private static PhaseTwoModel emulab(int requestBytes) {
    return new PhaseTwoModel(
        REPLICAS,
        Link.ofBits(Topology.WAN, 9.4 * MBIT, 50),
        MessageSizes.ofPaper(requestBytes, ANSWER_BYTES),
        new CpuCosts(new LinearCost(0.28, 0.2), new LinearCost(0.002, 1.5), 0));
  }
}

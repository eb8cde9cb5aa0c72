package io.synod.tuning.paper;

import io.synod.tuning.model.MessageLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Tables 1 and 2 of A. Charapko, A. Ailijiang and M. Demirbas, "PigPaxos" (2020). */
final class PigPaxos {
  private static final String PAPER = "PigPaxos";
  private static final double PERCENT = 100;

  private static final String TABLE_1 =
      """
       2  6 3.83   56
       3  8 3.75  113
       4 10 3.67  172
       5 12 3.58  234
       6 14 3.50  300
      24 50 2    2400""";

  private static final String TABLE_2 =
      """
      2  6 3.5   71
      3  8 3.25 146
      4 10 3    233
      8 18 2    800""";

  private PigPaxos() {}

  static List<PaperTable> tables() {
    return List.of(
        new PaperTable(
            new Caption(PAPER, "1", "Message load in a 25 node cluster", "N = 25"),
            loads(25, TABLE_1),
            List.of(
                "24 groups are Paxos without relays.",
                "The overhead is cut off, not rounded: 172 % is 172.7 %, 234 % is 234.9 %.")),
        new PaperTable(
            new Caption(PAPER, "2", "Message load in a 9 node cluster", "N = 9"),
            loads(9, TABLE_2),
            List.of("8 groups are Paxos without relays.")));
  }

  private static PaperGrid loads(int replicas, String printedRows) {
    List<ToDoubleFunction<MessageLoad>> quantities =
        List.of(
            MessageLoad::ofLeader,
            MessageLoad::ofFollower,
            load -> PERCENT * load.leaderOverhead());
    List<List<PaperCell>> rows = new ArrayList<>();
    for (String[] printed : PrintedRows.of(printedRows)) {
      MessageLoad load = new MessageLoad(replicas, Integer.parseInt(printed[0]));
      List<PaperCell> row = PrintedRows.copied(printed, 0, 1);
      row.addAll(PrintedRows.recomputed(printed, 1, load, quantities));
      rows.add(row);
    }
    return new PaperGrid(
        List.of(
            PaperColumn.copied("groups"),
            PaperColumn.recomputed("M_l"),
            PaperColumn.recomputed("M_f"),
            PaperColumn.recomputed("overhead %")),
        1,
        rows);
  }
}

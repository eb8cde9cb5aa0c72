package io.synod.tuning.paper;

import java.util.List;
import java.util.stream.Stream;

/** Every printed table with which the model is compared. */
public final class PaperTables {
  private PaperTables() {}

  /** All tables, those of S13 first, each paper's in its own order. */
  public static List<PaperTable> all() {
    return Stream.of(SantosSchiper2013.tables(), SantosSchiper2011.tables(), PigPaxos.tables())
        .flatMap(List::stream)
        .toList();
  }
}

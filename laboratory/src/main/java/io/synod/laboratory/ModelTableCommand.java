package io.synod.laboratory;

import io.synod.laboratory.tuning.PaperText;
import io.synod.tuning.paper.Caption;
import io.synod.tuning.paper.PaperTable;
import io.synod.tuning.paper.PaperTables;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Recomputes the papers' tables. */
@Command(
    name = "table",
    description = {
      "Prints tables of the papers beside the recomputed numbers. Default: all tables.",
      "A printed number agrees if it is the recomputed one with its last digit rounded or truncated;"
          + " one that does not is marked, and the remarks below say why. One Mbit is 2^20 bit in the"
          + " papers and in these tables."
    })
final class ModelTableCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--paper",
      paramLabel = "PAPER",
      description =
          "S13 (Santos & Schiper 2013), S11 (the same, 2011) or PigPaxos (Charapko et al. 2020).")
  private String paper;

  @Option(
      names = "--table",
      paramLabel = "NUMBER",
      description =
          "The table's number as printed: II, III or IV of S13; II, III or 1 of S11; 1 or 2 of"
              + " PigPaxos.")
  private String number;

  @Override
  public Integer call() {
    List<PaperTable> wanted =
        PaperTables.all().stream().filter(table -> isWanted(table.caption())).toList();
    if (wanted.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "there is no such table, only " + all());
    }
    spec.commandLine()
        .getOut()
        .print(wanted.stream().map(PaperText::of).collect(Collectors.joining("\n")));
    return ExitCode.OK;
  }

  private boolean isWanted(Caption caption) {
    return (paper == null || paper.equals(caption.paper()))
        && (number == null || number.equals(caption.table()));
  }

  private static String all() {
    return PaperTables.all().stream()
        .map(table -> table.caption().paper() + " " + table.caption().table())
        .collect(Collectors.joining(", "));
  }
}

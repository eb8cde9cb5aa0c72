package io.synod.cli;

import io.synod.cli.storage.StoppedReplica;
import io.synod.replica.ForcedQuorum;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a backup of what is left of a cluster that has lost its majority. */
@Command(
    name = "force-quorum",
    description = {
      "For a cluster whose majority is gone for good: makes a backup of what the directories that are"
          + " left know together. What only the lost replicas knew is lost.",
      "Each slot counts as Phase 1 counts it: a decision, otherwise the vote of the highest view. The"
          + " backup ends at the first slot that no directory knows. The directories are not changed.",
      "'synod restore' makes a new cluster of the backup, under another cluster.name, so that no replica"
          + " of the old one can come back into it.",
      "Without --i-accept-loss it only prints what is known and what may be lost."
    })
final class ForceQuorumCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description =
          "The directory of a stopped replica or learner of the cluster, or a backup of it. Repeat it"
              + " for each that is left.")
  private List<Path> from;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "The backup's directory; empty, or not there.")
  private Path to;

  @Option(
      names = "--i-accept-loss",
      description = "Writes the backup, although requests that clients saw answered may be lost.")
  private boolean acceptsLoss;

  @Override
  public Integer call() throws IOException {
    if (acceptsLoss && to == null) {
      throw new ParameterException(spec.commandLine(), "Missing required option: '--to=DIR'");
    }
    SynodConfig loaded = config.load();
    List<Path> directories = new ArrayList<>();
    for (Path named : from) {
      directories.add(found(named));
    }
    ForcedQuorum known = ForcedQuorum.read(loaded, directories);
    PrintWriter out = spec.commandLine().getOut();
    print(known, out);
    if (!acceptsLoss) {
      throw new CommandFailure("nothing was written: that takes --to and --i-accept-loss");
    }
    try (ReadProgress progress = new ReadProgress("write", bytes(directories))) {
      known.write(to, progress);
    }
    out.printf(
        "%s holds the state of all slots before %d: restore every replica of a new cluster from it"
            + " with 'synod restore', and never start the old ones again%n",
        to, known.end());
    return ExitCode.OK;
  }

  private Path found(Path named) throws IOException {
    try {
      return StoppedReplica.at(named).directory();
    } catch (IllegalArgumentException notOne) {
      throw new ParameterException(spec.commandLine(), notOne.getMessage(), notOne);
    }
  }

  private static long bytes(List<Path> directories) throws IOException {
    long most = 0;
    for (Path directory : directories) {
      most = Math.max(most, RestoreCommand.bytes(directory));
    }
    return most;
  }

  private static void print(ForcedQuorum known, PrintWriter out) {
    for (ForcedQuorum.Source source : known.sources()) {
      out.printf("%s: %s%s%n", source.directory(), source.kind(), held(source));
    }
    known.damagedSnapshots().forEach(damaged -> out.printf("left out: %s%n", damaged));
    out.printf("together they know all slots before %d", known.end());
    if (!known.undecided().isEmpty()) {
      out.printf("; known by votes only: %s", ranges(known.undecided()));
    }
    out.println();
    if (known.haltedSlot() >= 0) {
      out.printf(
          "the service had halted at a request of slot %d when the snapshot was taken: replicas"
              + " restored from it wait there until 'synod skip', unless a later slot skips the"
              + " request%n",
          known.haltedSlot());
    }
    if (known.endsAtDamage()) {
      out.printf("slot %d is damaged where it is kept%n", known.end());
    }
    if (known.unused() > 0) {
      out.printf(
          "%d slots behind slot %d are lost, because that slot is not known%n",
          known.unused(), known.end());
    }
    out.printf(
        "requests of slots from %d on that only other replicas knew are lost: clients may have seen"
            + " them answered%n",
        known.end());
    if (known.isQuorum()) {
      out.printf("the replicas above are a quorum: start them instead, and nothing is lost%n");
    }
  }

  private static String held(ForcedQuorum.Source source) {
    StringBuilder text = new StringBuilder();
    text.append(
        source.snapshotEnd() == 0
            ? ", no snapshot"
            : ", a snapshot of all slots before " + source.snapshotEnd());
    if (source.votesEnd() > source.snapshotEnd()) {
      text.append(", decisions before slot %d".formatted(source.decidedEnd()));
      text.append(", votes before slot %d".formatted(source.votesEnd()));
    }
    if (source.damaged() > 0) {
      text.append(", %d damaged records".formatted(source.damaged()));
    }
    if (source.incomplete() != null) {
      text.append(", records are missing: ").append(source.incomplete());
    }
    return text.toString();
  }

  private static String ranges(List<ForcedQuorum.Undecided> ranges) {
    return ranges.stream()
        .map(
            range ->
                range.end() == range.first() + 1
                    ? "slot " + range.first()
                    : "slots %d to %d".formatted(range.first(), range.end() - 1))
        .collect(Collectors.joining(", "));
  }
}

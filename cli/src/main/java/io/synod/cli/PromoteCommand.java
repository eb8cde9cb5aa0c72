package io.synod.cli;

import io.synod.replica.LearnerPromotion;
import io.synod.replica.config.SynodConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a replica of a stopped learner. */
@Command(
    name = "promote",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Makes a stopped learner the replica that has lost its directory: copies the learner's"
          + " newest snapshot to the replica's directory.",
      "Start the replica then, with this machine's address in every replica's configuration: it joins anew"
          + " and fetches only later decisions. The learner's directory is not changed.",
      "The replaced replica must never run again with its old directory."
    })
final class PromoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--id",
      required = true,
      paramLabel = "N",
      description = "The replica's number: N of replica.N. Its directory must be empty or absent.")
  private int id;

  @Option(
      names = "--learner",
      required = true,
      paramLabel = "DIR",
      description = "The learner's directory.")
  private Path learner;

  @Override
  public Integer call() {
    SynodConfig loaded = config.load();
    int checkedId = config.checkedId(loaded, id);
    long end = LearnerPromotion.promote(loaded, checkedId, learner);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s holds the state of all slots before %d: start replica %d, and never restart the one that"
            + " it replaces%n",
        loaded.storage().directoryOf(checkedId), end, checkedId);
    out.flush();
    return ExitCode.OK;
  }
}

package io.synod.cli;

import io.synod.cli.storage.Json;
import io.synod.cli.storage.StoppedReplica;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The argument of every command that reads the directory of a stopped replica. */
final class StoppedReplicaArgument {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      paramLabel = "DIR",
      description =
          "The directory of a stopped replica, such as data/replica-0, or one that holds"
              + " that directory and no other replica's.")
  private Path directory;

  @Option(names = "--json", description = "Prints JSON instead of text, one object in each line.")
  private boolean json;

  /** Finds the directory; an invalid one is reported as bad usage. */
  StoppedReplica open() throws IOException {
    try {
      return StoppedReplica.at(directory);
    } catch (IllegalArgumentException notOne) {
      throw badUsage(notOne);
    }
  }

  ParameterException badUsage(IllegalArgumentException refused) {
    return new ParameterException(command.commandLine(), refused.getMessage(), refused);
  }

  boolean wantsJson() {
    return json;
  }

  /** Prints text or JSON, as requested. */
  void print(Supplier<String> text, Supplier<Map<String, Object>> fields) {
    command.commandLine().getOut().println(json ? Json.line(fields.get()) : text.get());
  }
}

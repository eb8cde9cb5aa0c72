package io.synod.cli;

import io.synod.cli.storage.Json;
import io.synod.cli.storage.StoppedReplica;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Whose files: what every command takes that looks into the directory of a stopped replica. */
final class StoppedReplicaArgument {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      paramLabel = "DIR",
      description =
          "The directory of a replica that does not run, such as data/replica-0, or one that holds"
              + " that directory and no other replica's.")
  private Path directory;

  @Option(names = "--json", description = "Prints JSON instead of text, one object in each line.")
  private boolean json;

  /** Finds the directory; what it refuses is bad usage. */
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

  /** Shows whichever is wanted. */
  void print(Supplier<String> text, Supplier<Map<String, Object>> fields) {
    PrintWriter out = command.commandLine().getOut();
    out.println(json ? Json.line(fields.get()) : text.get());
    out.flush();
  }
}

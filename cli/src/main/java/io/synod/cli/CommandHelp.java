package io.synod.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of a command, also of one that is nested in another. */
@Command(
    name = "help",
    helpCommand = true,
    description = "Shows the help of a command, such as 'synod help member add'.")
public final class CommandHelp implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, from the outer one to the inner one; none for all commands.")
  private List<String> names;

  /** The constructor for picocli. */
  public CommandHelp() {}

  @Override
  public void run() {
    CommandLine shown = spec.commandLine().getParent();
    for (String name : names == null ? List.<String>of() : names) {
      CommandLine inner = shown.getSubcommands().get(name);
      if (inner == null) {
        throw new ParameterException(shown, Errors.noCommand(name, shown));
      }
      shown = inner;
    }
    shown.usage(shown.getOut(), shown.getColorScheme());
  }
}

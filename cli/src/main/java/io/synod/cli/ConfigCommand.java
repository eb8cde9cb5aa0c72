package io.synod.cli;

import io.synod.replica.config.SettingsReference;
import io.synod.replica.config.SynodConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows settings. */
@Command(
    name = "config",
    description = {
      "Lists every setting with its default, its range and what it does.",
      "With --config: checks that file and prints the resulting settings."
    })
final class ConfigCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--config", paramLabel = "FILE", description = "The file to check.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Overrides a setting of the file; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  @Override
  public Integer call() {
    if (file == null && !overrides.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--set needs a file: --config");
    }
    String text =
        file == null ? SettingsReference.text() : SynodConfig.load(file, overrides).toProperties();
    spec.commandLine().getOut().print(text);
    return ExitCode.OK;
  }
}

package io.synod.cli;

import io.synod.client.SynodAdmin;
import io.synod.replica.config.ClusterConfig;
import io.synod.replica.config.SynodConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that works with a cluster. */
final class ConfigOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The cluster's properties file, such as config/local.properties.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Overrides a setting of the file; may be repeated.")
  private List<String> overrides = new ArrayList<>();

  /**
   * @throws io.synod.replica.config.ConfigException if the configuration is invalid
   */
  SynodConfig load() {
    return SynodConfig.load(file, overrides);
  }

  /**
   * The same with one setting more, which the other options do not override.
   *
   * @param override as {@code KEY=VALUE}
   * @throws io.synod.replica.config.ConfigException if the configuration is invalid
   */
  SynodConfig load(String override) {
    List<String> all = new ArrayList<>(overrides);
    all.add(override);
    return SynodConfig.load(file, all);
  }

  /**
   * For requests to the leader of the cluster.
   *
   * @throws io.synod.replica.config.ConfigException if the configuration is invalid
   */
  SynodAdmin admin() {
    ClusterConfig cluster = load().cluster();
    return SynodAdmin.of(cluster.name(), cluster.clientAddresses());
  }

  /** Rejects an id that no replica of {@code config} has. */
  int checkedId(SynodConfig config, int id) {
    List<Integer> ids = config.cluster().ids();
    if (!ids.contains(id)) {
      String all = ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
      throw new ParameterException(
          command.commandLine(), "there is no replica %d in %s, only %s".formatted(id, file, all));
    }
    return id;
  }
}

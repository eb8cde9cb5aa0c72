package io.synod.cli;

import io.synod.core.settings.Consistency;
import io.synod.examples.kv.KvNode;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs one replica of the key-value service until SIGTERM or a failure. */
@Command(
    name = "kv",
    showDefaultValues = true,
    description = {
      "Runs one replica of the key-value service, which also speaks the Redis protocol:"
          + " redis-cli -p PORT works with each replica.",
      "It ends as 'synod replica' does."
    })
final class KvCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(KvCommand.class);
  private static final int REDIS_PORT = 6380;
  private static final int PORT_MAX = 65_535;

  @Spec private CommandSpec spec;
  @Mixin private ReplicaOptions options;

  @Option(
      names = "--redis-port",
      paramLabel = "PORT",
      description =
          "Port of the Redis protocol; 0 for any free port. Default: " + REDIS_PORT + " + N.")
  private Integer redisPort;

  @Option(
      names = "--reads",
      paramLabel = "FRESHNESS",
      defaultValue = "leader",
      converter = ConsistencyOption.class,
      description =
          "What reads see: leader, lease, quorum or log: all earlier writes; an age such as"
              + " 500ms: all writes that are older; stale: the state of some replica.")
  private Consistency reads;

  @Override
  public Integer call() {
    SynodConfig config = options.load();
    int port = port();
    options.prepare(config);
    return ProcessLife.serving("replica")
        .run(() -> start(config, port), spec.commandLine().getErr());
  }

  private int port() {
    int port = redisPort == null ? REDIS_PORT + options.id() : redisPort;
    if (port < 0 || port > PORT_MAX) {
      throw new ParameterException(
          spec.commandLine(), "--redis-port must be 0 to %2$d, not %1$d".formatted(port, PORT_MAX));
    }
    return port;
  }

  private ProcessLife.Running start(SynodConfig config, int port) {
    int id = options.id();
    try {
      KvNode node = KvNode.start(config, id, port, reads);
      String host = config.cluster().replica(id).host();
      LOG.info("replica {}: Redis on {}:{}", id, host, node.redisPort());
      return new ProcessLife.Running(node.closed(), node::close);
    } catch (IOException cannotListen) {
      throw new CommandFailure(
          "replica %d cannot start: %s".formatted(id, cannotListen.getMessage()), cannotListen);
    } catch (IllegalArgumentException doesNotFit) {
      throw new ParameterException(spec.commandLine(), doesNotFit.getMessage(), doesNotFit);
    }
  }
}

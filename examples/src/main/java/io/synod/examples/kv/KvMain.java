package io.synod.examples.kv;

import io.synod.core.settings.Consistency;
import io.synod.replica.ReplicaException;
import io.synod.replica.config.ConfigException;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that runs one replica of the key-value service. */
public final class KvMain {
  private static final Logger LOG = LoggerFactory.getLogger(KvMain.class);
  private static final int FAILURE = 1;
  private static final int BAD_USAGE = 2;

  private KvMain() {}

  /**
   * {@code CONFIG ID REDIS-PORT [KEY=VALUE]...}; {@code synod kv} is the same with proper options.
   */
  public static void main(String[] args) {
    if (args.length < 3) {
      System.err.println("usage: KvMain CONFIG ID REDIS-PORT [KEY=VALUE]...");
      System.exit(BAD_USAGE);
    }
    List<String> overrides = List.of(args).subList(3, args.length);
    Path config = Path.of(args[0]);
    System.exit(run(config, Integer.parseInt(args[1]), Integer.parseInt(args[2]), overrides));
  }

  /**
   * Runs until the process ends or the replica stops by itself; then the reason is logged.
   *
   * @param overrides {@code key=value}, which override the file
   * @return the exit code: 0 after an orderly end, 1 after a failure, 2 for a wrong configuration
   */
  public static int run(Path config, int id, int redisPort, List<String> overrides) {
    return run(config, id, redisPort, overrides, UnaryOperator.identity());
  }

  /**
   * Runs a service that wraps the key-value service.
   *
   * @param around wraps the key-value service into the one that the replica executes
   */
  public static int run(
      Path config, int id, int redisPort, List<String> overrides, UnaryOperator<Service> around) {
    try {
      return run(SynodConfig.load(config, overrides), id, redisPort, around);
    } catch (ConfigException | IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      return BAD_USAGE;
    } catch (ReplicaException e) {
      LOG.error("{}", e.getMessage());
      return FAILURE;
    } catch (IOException e) {
      LOG.error("replica {} cannot start: {}", id, e.getMessage());
      return FAILURE;
    }
  }

  private static int run(SynodConfig config, int id, int redisPort, UnaryOperator<Service> around)
      throws IOException {
    try (KvNode node = KvNode.start(config, id, redisPort, Consistency.LEADER, around)) {
      Runtime.getRuntime().addShutdownHook(new Thread(node::close, "kv-shutdown"));
      ReplicaAddress address = config.cluster().replica(id);
      LOG.info(
          "replica {} of {}: peers {}, clients {}, Redis {}:{}",
          id,
          config.cluster().name(),
          address.peerText(),
          address.clientText(),
          address.host(),
          node.redisPort());
      node.closed().join();
      return 0;
    } catch (CompletionException stopped) {
      LOG.error("replica {} has stopped", id, stopped.getCause());
      return FAILURE;
    }
  }
}

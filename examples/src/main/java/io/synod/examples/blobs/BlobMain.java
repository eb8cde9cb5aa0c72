package io.synod.examples.blobs;

import io.synod.replica.ReplicaException;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.ConfigException;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that runs one replica of the block store. Its blocks are in {@code blocks-N} below the
 * configured storage directory, beside Synod's own files.
 */
public final class BlobMain {
  private static final Logger LOG = LoggerFactory.getLogger(BlobMain.class);
  private static final int FAILURE = 1;
  private static final int BAD_USAGE = 2;

  private BlobMain() {}

  /** {@code CONFIG ID}; ignores further arguments, which are for other programs. */
  public static void main(String[] args) {
    if (args.length < 2) {
      System.err.println("usage: BlobMain CONFIG ID");
      System.exit(BAD_USAGE);
    }
    System.exit(run(Path.of(args[0]), Integer.parseInt(args[1])));
  }

  /** As {@code KvMain.run}: runs until the process ends or the replica stops by itself. */
  private static int run(Path file, int id) {
    try {
      SynodConfig config = SynodConfig.load(file);
      Path blocks = config.storage().directory().resolve("blocks-" + id);
      try (BlobStore store = new BlobStore(blocks, BlobStore.BLOCK_BYTES_MAX)) {
        return run(config, id, store);
      }
    } catch (ConfigException | IllegalArgumentException e) {
      LOG.error("{}", e.getMessage());
      return BAD_USAGE;
    } catch (ReplicaException e) {
      LOG.error("{}", e.getMessage());
      return FAILURE;
    } catch (IOException e) {
      LOG.error("replica {} has no blocks: {}", id, e.getMessage());
      return FAILURE;
    }
  }

  private static int run(SynodConfig config, int id, BlobStore store) {
    try (SynodReplica replica =
        SynodReplica.builder().config(config).id(id).service(store).start()) {
      Runtime.getRuntime().addShutdownHook(new Thread(replica::close, "blobs-shutdown"));
      replica.closed().join();
      return 0;
    } catch (CompletionException stopped) {
      LOG.error("replica {} has stopped", id, stopped.getCause());
      return FAILURE;
    }
  }
}

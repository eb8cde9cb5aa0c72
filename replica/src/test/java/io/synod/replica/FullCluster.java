package io.synod.replica;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.config.SynodConfigBuilder;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Three replicas that keep everything, in segments of a mebibyte, and whose space runs out. */
final class FullCluster implements AutoCloseable {
  static final int MEBIBYTE = 1 << 20;
  static final int REPLICAS = 3;

  private static final byte[] REQUEST = ByteBuffer.allocate(64 << 10).putLong(1).array();

  private final LocalCluster cluster;
  private final SynodClient client;
  private CompletableFuture<byte[]> last = CompletableFuture.completedFuture(REQUEST);
  private int sent;

  /**
   * @param space how much there is, as the settings say it
   */
  FullCluster(Path directory, UnaryOperator<SynodConfigBuilder> space) {
    cluster =
        new LocalCluster(
            REPLICAS,
            config ->
                space.apply(
                    config
                        .durability(Durability.SYNC)
                        .storageDirectory(directory)
                        .journalSegmentBytes(MEBIBYTE)));
    client = cluster.client();
  }

  /** Adds one; the sum if it is answered. */
  CompletableFuture<byte[]> send() {
    sent++;
    last = client.send(REQUEST);
    return last;
  }

  /** Adds one and waits. */
  long execute() throws Exception {
    sent++;
    return SumService.number(client.execute(SumService.number(1)));
  }

  /** Requests so far, each of which adds one. */
  int sent() {
    return sent;
  }

  /**
   * Sends, one request after the other, until two replicas have no space. The third may have some
   * left: nothing is written any more that could use it up.
   */
  void sendUntilNoQuorumHasSpace() throws InterruptedException {
    while (IntStream.range(0, REPLICAS).filter(this::isFull).count() < 2) {
      if (last.isDone()) {
        send();
      } else {
        Thread.sleep(1);
      }
    }
  }

  SynodReplica replica(int id) {
    return cluster.replica(id);
  }

  private boolean isFull(int id) {
    return replica(id).statusJson().contains("\"full\":true");
  }

  @Override
  public void close() {
    client.close();
    cluster.close();
  }
}

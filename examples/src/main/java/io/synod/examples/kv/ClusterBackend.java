package io.synod.examples.kv;

import io.synod.client.RequestFailedException;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.examples.kv.redis.Backend;
import io.synod.examples.kv.redis.CommandFailure;
import io.synod.replica.SynodReplica;
import io.synod.service.ServiceException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Executes the endpoint's commands on the cluster, regardless of which replica leads. */
final class ClusterBackend implements Backend {
  private final SynodClient client;
  private final Consistency reads;
  private final Consistency latestReads;
  private final Supplier<SynodReplica> replica;
  private final KvService service;

  /**
   * @param reads the consistency of reads
   * @param replica null until it has started
   */
  ClusterBackend(
      SynodClient client, Consistency reads, Supplier<SynodReplica> replica, KvService service) {
    this.client = client;
    this.reads = reads;
    latestReads =
        switch (reads.kind()) {
          case STALE, BOUNDED -> Consistency.LEADER;
          case LOG, LEADER, QUORUM, LEASE -> reads;
        };
    this.replica = replica;
    this.service = service;
  }

  @Override
  public CompletableFuture<byte[]> write(byte[] request) {
    return client.send(request).exceptionally(ClusterBackend::explain);
  }

  @Override
  public CompletableFuture<byte[]> read(byte[] request, boolean latest) {
    Consistency consistency = latest ? latestReads : reads;
    return client.query(request, consistency).exceptionally(ClusterBackend::explain);
  }

  private static byte[] explain(Throwable failure) {
    if (failure instanceof RequestFailedException) {
      throw failed(ClusterTrouble.notExecuted(failure.getMessage()));
    }
    if (failure instanceof RequestUnknownException) {
      throw failed(ClusterTrouble.UNKNOWN);
    }
    if (failure instanceof ServiceException) {
      throw new CompletionException(failure);
    }
    throw new IllegalStateException("a request has ended in a way that does not exist", failure);
  }

  private static CompletionException failed(String text) {
    return new CompletionException(new CommandFailure(text));
  }

  /** This replica's own status: unlike all other commands it sends no request. */
  @Override
  public String info() {
    KvState state = service.state();
    SynodReplica started = replica.get();
    String status = started == null ? "\"starting\"" : started.statusJson();
    return String.format(
        Locale.ROOT,
        "# Synod\r\nsynod_status:%s\r\nsynod_slot:%d\r\nsynod_digest:%016x\r\n"
            + "\r\n# Keyspace\r\ndb0:keys=%d\r\n",
        status,
        state.slot(),
        state.digest(),
        state.keys());
  }
}

package io.synod.replica;

import io.synod.network.transport.NettyCheck;
import io.synod.replica.assembly.LearnerAssembly;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.assembly.ThisMachine;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A copy of a service that follows the decisions of a cluster without a vote. Any number of
 * learners may run, and none of them changes the quorums. A learner executes the same requests in
 * the same order as the replicas and answers queries that need no leader (docs/learners.md). All
 * methods may be called from any thread.
 *
 * <pre>{@code
 * try (SynodLearner learner =
 *     SynodLearner.builder().config(config).service(new Counter()).listen(address).start()) {
 *   learner.closed().join();
 * }
 * }</pre>
 */
public final class SynodLearner implements AutoCloseable {
  private final LearnerAssembly assembly;

  private SynodLearner(LearnerAssembly assembly) {
    this.assembly = assembly;
  }

  /** Collects the parts of a learner. */
  public static Builder builder() {
    return new Builder();
  }

  /** Every slot before this one is executed here. */
  public long executed() {
    return assembly.service().executed();
  }

  /** Where clients ask it. */
  public InetSocketAddress address() {
    return assembly.ingress().address();
  }

  /**
   * The state of the learner as one JSON object, as {@code synod status --json --learner} shows it.
   * Does not block.
   */
  public String statusJson() {
    return assembly.statusJson();
  }

  /**
   * Completes when the learner has ended: normally after {@link #close}, exceptionally if it
   * stopped by itself, with the reason: the service or the disk failed, or each address belongs to
   * another cluster and no replica was followed before. The same future at each call.
   */
  public CompletableFuture<Void> closed() {
    return assembly.closed();
  }

  /**
   * Ends the learner and waits for its threads, however long its service takes to return: the log
   * says which thread it waits for. Must not be called on one of them.
   */
  @Override
  public void close() {
    assembly.close();
  }

  /** Collects the parts of a learner; only the directory may be left out. Not thread-safe. */
  public static final class Builder {
    private SynodConfig config;
    private Service service;
    private InetSocketAddress listen;
    private Path directory;

    private Builder() {}

    /** The cluster's configuration, the same as its replicas'. */
    public Builder config(SynodConfig value) {
      config = value;
      return this;
    }

    /** The service: a new one for each start, for this learner alone. */
    public Builder service(Service value) {
      service = value;
      return this;
    }

    /** Where clients ask it; port 0 for any that is free. */
    public Builder listen(InetSocketAddress address) {
      listen = address;
      return this;
    }

    /**
     * Where it keeps its snapshots, so that it goes on from the newest one when it is started
     * again, and may be promoted; this learner's alone. Without one it begins anew each time.
     */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /**
     * Opens the port and starts the threads. Returns before a replica is followed.
     *
     * @throws ReplicaException if the port or the directory cannot be used; says what to do
     * @throws io.synod.replica.config.ConfigException if the settings need more memory than this
     *     JVM has, with every reason and what to lower
     * @throws IllegalStateException if the class path has another Netty than Synod needs, or the
     *     service was given to a replica, to another learner or to an earlier start
     * @throws NullPointerException if a part is missing
     */
    public SynodLearner start() {
      NettyCheck.pass();
      Objects.requireNonNull(config, "config");
      Objects.requireNonNull(service, "service");
      Objects.requireNonNull(listen, "listen");
      return StartedServices.start(service, this::started);
    }

    private SynodLearner started() {
      try {
        LearnerAssembly assembly =
            new LearnerAssembly(new ThisMachine(), config, service, listen, directory);
        assembly.start();
        return new SynodLearner(assembly);
      } catch (StartFailure failure) {
        throw new ReplicaException(failure.getMessage(), failure.getCause());
      }
    }
  }
}

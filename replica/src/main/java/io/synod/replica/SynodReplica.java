package io.synod.replica;

import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.network.transport.NettyCheck;
import io.synod.replica.assembly.Assembly;
import io.synod.replica.assembly.ShownMembership;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.assembly.ThisMachine;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.stage.SharedStatus;
import io.synod.service.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One replica of a service, running in this JVM. Several may run in one JVM, of one cluster or of
 * several. All methods may be called from any thread.
 *
 * <pre>{@code
 * try (SynodReplica replica =
 *     SynodReplica.builder().config(config).id(0).service(new Counter()).start()) {
 *   replica.closed().join();
 * }
 * }</pre>
 */
public final class SynodReplica implements AutoCloseable {
  private final Assembly assembly;

  private SynodReplica(Assembly assembly) {
    this.assembly = assembly;
  }

  /** Collects the parts of a replica. */
  public static Builder builder() {
    return new Builder();
  }

  /** This replica's number in the cluster. */
  public int id() {
    return assembly.id();
  }

  /** What this replica does at the moment. Any thread; does not block. */
  public ReplicaState state() {
    SharedStatus shared = assembly.shared();
    // Before what is decided, which may grow meanwhile.
    long executed = assembly.service().executed();
    return new ReplicaState(
        id(),
        shared.leader(),
        shared.decided(),
        executed,
        assembly.service().timers(),
        shared.obstacle());
  }

  /** The members of the cluster, as far as this replica knows. Any thread; does not block. */
  public MembershipState membership() {
    ShownMembership shown = assembly.membership();
    List<MembershipState.Member> members = new ArrayList<>();
    for (MemberEntry member : shown.members()) {
      members.add(
          new MembershipState.Member(
              member.number(), member.peerAddress(), member.clientAddress(), member.priority()));
    }
    Membership next = shown.next();
    return new MembershipState(
        shown.current().number(),
        shown.current().first(),
        shown.current().alpha(),
        shown.isSettled(),
        next == null ? -1 : next.number(),
        next == null ? -1 : next.first(),
        members);
  }

  /**
   * The state of this replica as one JSON object, as {@code synod status --json} shows it. Any
   * thread; does not block.
   */
  public String statusJson() {
    return assembly.statusJson();
  }

  /**
   * Completes when the replica has stopped: normally after {@link #close}, or if it was removed
   * from the cluster and is not needed any more; exceptionally with the reason if it stopped by
   * itself. Returns the same future at each call. Any thread.
   */
  public CompletableFuture<Void> closed() {
    return assembly.closed();
  }

  /**
   * Has another replica lead, if this one leads. It proposes nothing for about two round trips and
   * three writes to disk; clients keep what they have sent and send it to the next leader. If the
   * other replica does not know all that is decided within two election timeouts, this one leads
   * on; if it fails after that, the replicas elect a leader.
   *
   * @param to the number of the replica that is to lead
   * @return completes once this replica has promised to follow the other one, or if it leads itself
   *     and {@code to} is its own number; exceptionally with a {@link ReplicaException} that says
   *     why the other one does not lead. Any thread may call it.
   */
  public CompletableFuture<Void> transferLeadership(int to) {
    CompletableFuture<String> ended = new CompletableFuture<>();
    assembly.operator().transferLeadership(to, ended::complete);
    // Forgets an ended transfer, which a dependent of closed() would keep until the replica ends.
    return CompletableFuture.anyOf(ended, closed())
        .handleAsync(
            (done, stopped) -> {
              String failure = ended.getNow("this replica has stopped");
              if (failure != null) {
                throw new CompletionException(new ReplicaException(failure, null));
              }
              return null;
            });
  }

  /** For tests: completes with why the members do not change, or null if the leader proposes it. */
  CompletableFuture<String> changeMembers(MembershipRequest request) {
    CompletableFuture<String> ended = new CompletableFuture<>();
    assembly.operator().changeMembers(request, ended::complete);
    return ended;
  }

  /**
   * Stops the replica and waits for its threads, however long its service takes to return: the log
   * says which thread it waits for. Must not be called on one of them. A leader first transfers its
   * leadership, for two election timeouts and for a second at most. The other replicas go on; this
   * one executes what it missed after its next start.
   */
  @Override
  public void close() {
    assembly.transferAndClose();
  }

  /** Collects the parts of a replica; all three are required. Not thread-safe. */
  public static final class Builder {
    private SynodConfig config;
    private Integer id;
    private Service service;

    private Builder() {}

    /** The cluster's configuration: the same on every replica, but for addresses. */
    public Builder config(SynodConfig value) {
      config = value;
      return this;
    }

    /** This replica's number, from 0: the N of {@code replica.N}. */
    public Builder id(int value) {
      id = value;
      return this;
    }

    /**
     * The service that this replica executes: a new one for each start, not shared with another
     * replica.
     */
    public Builder service(Service value) {
      service = value;
      return this;
    }

    /**
     * Reads the directory, opens both ports and starts the threads. Blocks while it reads, and
     * returns before a leader is elected.
     *
     * @throws ReplicaException if the directory or a port cannot be used, also because this thread
     *     is interrupted; says what to do
     * @throws io.synod.replica.config.ConfigException if the settings need more memory than this
     *     JVM has, with every reason and what to lower
     * @throws IllegalStateException if the class path has another Netty than Synod needs, or the
     *     service was given to another replica or to an earlier start
     * @throws IllegalArgumentException if the configuration has no replica of this number
     * @throws NullPointerException if a part is missing
     */
    public SynodReplica start() {
      NettyCheck.pass();
      Objects.requireNonNull(config, "config");
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(service, "service");
      // Named here, before anything is opened.
      config.cluster().replica(id);
      return StartedServices.start(service, this::started);
    }

    private SynodReplica started() {
      try {
        Assembly assembly = new Assembly(new ThisMachine(), config, id, service);
        assembly.start();
        return new SynodReplica(assembly);
      } catch (StartFailure failure) {
        throw new ReplicaException(failure.getMessage(), failure.getCause());
      }
    }
  }
}

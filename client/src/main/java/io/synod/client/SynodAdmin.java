package io.synod.client;

import io.netty.channel.EventLoop;
import io.synod.core.settings.SessionSettings;
import io.synod.network.transport.NettyCheck;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Changes the members of a running cluster and the limits of its sessions, moves its leadership and
 * finishes upgrades, as {@code synod member}, {@code synod limits}, {@code synod leader} and {@code
 * synod upgrade} do. Any replica finds the leader. The leader takes such requests only from
 * connections that its {@code admin.from} allows: by default, those of its own machine.
 *
 * <p>Every method blocks until it is done, and for about its timeout at most; with a timeout of
 * zero it tries once. All of them may be repeated: a change that is made already changes nothing,
 * except that a transfer to any replica transfers again. A change that has timed out, or whose
 * thread was interrupted, may still be made; asking for it again says whether it was. Instances
 * hold no connection between calls. All methods may be called from any thread, but not from an
 * event loop. To add, remove or move a replica whose number is not 0 to 31 throws
 * IllegalArgumentException.
 *
 * <pre>{@code
 * SynodAdmin admin = SynodAdmin.of("orders", ReplicaAddresses.parseAll("db-0:7200,db-1:7200"));
 * admin.add(3, Duration.ofMinutes(10));
 * admin.remove(0, Duration.ofMinutes(1));
 * }</pre>
 */
public final class SynodAdmin {
  private final Supplier<OperatorPort> ports;
  private final String cluster;
  private final List<InetSocketAddress> replicas;
  private final Consumer<String> progress;

  SynodAdmin(
      Supplier<OperatorPort> ports,
      String cluster,
      List<InetSocketAddress> replicas,
      Consumer<String> progress) {
    if (replicas.isEmpty()) {
      throw new IllegalArgumentException("no address of a replica is given");
    }
    this.ports = ports;
    this.cluster = cluster;
    this.replicas = List.copyOf(replicas);
    this.progress = progress;
  }

  /**
   * Of one cluster.
   *
   * @param cluster its name, {@code cluster.name}
   * @param replicas client addresses of some replicas, at least one; the others are found
   * @throws IllegalArgumentException if there is no address
   * @throws IllegalStateException if the class path has another Netty than Synod needs
   */
  public static SynodAdmin of(String cluster, List<InetSocketAddress> replicas) {
    NettyCheck.pass();
    return new SynodAdmin(
        () -> OperatorConnections.open(cluster), cluster, replicas, waiting -> {});
  }

  /**
   * The same, reporting what it waits for.
   *
   * @param listener is given the end of a sentence whenever that changes, on the calling thread
   */
  public SynodAdmin withProgress(Consumer<String> listener) {
    return new SynodAdmin(ports, cluster, replicas, listener);
  }

  /**
   * The same, with connections on an event loop that others share; by default each call has one of
   * its own. Calls fail with a RejectedExecutionException once it is shut down.
   */
  public SynodAdmin withEventLoop(EventLoop shared) {
    return new SynodAdmin(
        () -> OperatorConnections.open(cluster, shared), cluster, replicas, progress);
  }

  /**
   * The members, as the leader reports them.
   *
   * @throws AdminException if no replica leads within {@code timeout}
   */
  public ClusterMembers members(Duration timeout) throws AdminException, InterruptedException {
    return call(timeout, (port, look, wait) -> look.leader(wait).members());
  }

  /**
   * Makes a standby a member. Waits until it runs, has reported to the leader, and lacks no more
   * slots than {@code member.lag-max}; so the timeout covers the time that it takes to copy the
   * state.
   *
   * @param replica its number, 0 to 31
   * @return the members, of whom it is one
   * @throws AdminException if it is refused, with the reason, or not done in time
   */
  public ClusterMembers add(int replica, Duration timeout)
      throws AdminException, InterruptedException {
    return change(MembershipChange.NONE.add(replica), timeout);
  }

  /**
   * Makes a member no member. A leader that is removed transfers its leadership first. The removed
   * replica may be ended when this returns. One that was removed before changes nothing.
   *
   * @return the members, of whom it is none
   * @throws AdminException if it never was a member, if it is refused, with the reason, or if it is
   *     not done in time
   */
  public ClusterMembers remove(int replica, Duration timeout)
      throws AdminException, InterruptedException {
    return change(MembershipChange.NONE.remove(replica), timeout);
  }

  /**
   * Gives a member other addresses. It is to be started there, with its directory, when this
   * returns.
   *
   * @param peerAddress where the other replicas connect to it, as {@code host:port}
   * @param clientAddress where clients connect to it, as {@code host:port}
   * @return the members, of whom it is one
   * @throws IllegalArgumentException if one is not an address, or has more than 300 characters or
   *     others than the visible ones of ASCII
   * @throws AdminException if it is refused, with the reason, or not done in time
   */
  public ClusterMembers move(
      int replica, String peerAddress, String clientAddress, Duration timeout)
      throws AdminException, InterruptedException {
    return change(MembershipChange.NONE.move(replica, peerAddress, clientAddress), timeout);
  }

  /**
   * Makes any change of the members, in one step. Returns when the new members have decided a slot,
   * so that no former member is needed, and all replicas that were added vote.
   *
   * @return the members after the change; those of now if the change is only checked, or made
   *     already
   * @throws AdminException if it is refused, with the reason, if another operator's change came
   *     first, or if it is not done in time
   */
  public ClusterMembers change(MembershipChange change, Duration timeout)
      throws AdminException, InterruptedException {
    return call(
        timeout, (port, look, wait) -> new ChangeRun(port, look, wait, cluster, change).run());
  }

  /**
   * What the cluster uses and what its replicas run, as the leader reports it.
   *
   * @throws AdminException if no replica leads within {@code timeout}
   */
  public ClusterVersions versions(Duration timeout) throws AdminException, InterruptedException {
    return call(timeout, (port, look, wait) -> look.leader(wait).versions());
  }

  /**
   * Raises the cluster to the newest level and the newest version of the service that all connected
   * replicas know. Waits until every member is connected and the leader has executed the upgrade.
   * From then on no replica can run a build that does not know it. Changes nothing if the cluster
   * has them already.
   *
   * @throws AdminException if it is refused, with the reason, or not done in time
   */
  public ClusterVersions finishUpgrade(Duration timeout)
      throws AdminException, InterruptedException {
    return call(timeout, (port, look, wait) -> new UpgradeRun(port, look, wait).run());
  }

  /**
   * The limits of sessions that hold, as the leader reports them.
   *
   * @throws AdminException if no replica leads within {@code timeout}
   */
  public SessionSettings sessionLimits(Duration timeout)
      throws AdminException, InterruptedException {
    return changeSessionLimits(UnaryOperator.identity(), timeout);
  }

  /**
   * Has other limits of sessions hold, from one entry of the log on. Waits until the leader has
   * executed it. Changes nothing if they hold already.
   *
   * @param change is given the limits that hold and returns those that are wanted; called again if
   *     another operator has changed them meanwhile
   * @return those that hold then
   * @throws AdminException if it is refused, with the reason, or not done in time. A limit that
   *     clients count on cannot be lowered: outstanding requests, the largest answer, the bytes of
   *     one session's answers or events
   */
  public SessionSettings changeSessionLimits(
      UnaryOperator<SessionSettings> change, Duration timeout)
      throws AdminException, InterruptedException {
    return call(timeout, (port, look, wait) -> new LimitsRun(port, look, wait, change).run());
  }

  /**
   * Has another replica lead. Nothing happens if it leads already.
   *
   * @param to its number; -1 for the one of the highest priority, among equals the one that knows
   *     most
   * @return the members and who leads them
   * @throws AdminException if the leader leads on, with the reason, if a third replica was elected
   *     meanwhile, or if it is not done in time
   */
  public ClusterMembers transferLeadership(int to, Duration timeout)
      throws AdminException, InterruptedException {
    return call(timeout, (port, look, wait) -> new TransferRun(port, look, wait, to).run());
  }

  private <T> T call(Duration timeout, Call<T> call) throws AdminException, InterruptedException {
    try (OperatorPort port = ports.get()) {
      return call.run(
          port, new ClusterLook(port, cluster, replicas), new AdminWait(port, progress, timeout));
    }
  }

  private interface Call<T> {
    T run(OperatorPort port, ClusterLook look, AdminWait wait)
        throws AdminException, InterruptedException;
  }
}

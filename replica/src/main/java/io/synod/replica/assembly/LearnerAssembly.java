package io.synod.replica.assembly;

import io.synod.core.execution.Execution;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.core.version.KnownVersions;
import io.synod.network.ingress.ClientIngress;
import io.synod.network.ingress.IngressLimits;
import io.synod.network.ingress.IngressSettings;
import io.synod.network.subscriber.SourceSettings;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.StageTally;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.stage.FollowStage;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.replica.stage.ReplyRoutes;
import io.synod.replica.stage.ServiceStage;
import io.synod.replica.stage.SnapshotStage;
import io.synod.replica.stage.TransferStage;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.storage.MemoryJournal;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one learner, wired; started in the order of dependence and ended in reverse. */
public final class LearnerAssembly {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final String WHO = "learner";

  /** What may be on its way from a replica, or wait here to be executed. */
  private static final long CREDIT_BYTES = 4 << 20;

  private static final long CONNECT_NANOS = 1_000_000_000L;

  // In election timeouts: the learner leaves a source that has no leader for this long.
  private static final int SILENCE_TIMEOUTS = 4;
  private static final int PATIENCE_TIMEOUTS = 2;

  private final Machine machine;
  private final ReplicaWatch watch;
  private final SynodConfig config;
  private final MemoryPlan memory;
  private final ThreadPlan threads;
  private final LearnerStorage storage;
  private final FollowStage follow;
  private final ServiceStage service;
  private final SnapshotStage snapshots;
  private final ClientIngress ingress;
  private final ServiceExceptions exceptions;
  private final Shutdown shutdown;
  private final Levels levels;

  /**
   * @param machine that it runs on
   * @param directory null if the learner keeps nothing on disk
   * @throws StartFailure if it cannot be assembled, saying why and what to do
   */
  public LearnerAssembly(
      Machine machine,
      SynodConfig given,
      Service userService,
      InetSocketAddress listen,
      Path directory) {
    this.machine = machine;
    exceptions = new ServiceExceptions(WHO, given.durability().keepsVotes(), machine::nanoTime);
    String threadPrefix = "synod-%s-learner-".formatted(given.cluster().name());
    shutdown = new Shutdown(machine, WHO, threadPrefix + "end", this::parts);
    watch = machine.watch();
    JvmMemory jvm = machine.memory();
    config = given.fitted(jvm);
    memory = MemoryPlan.of(config, jvm);
    Execution execution =
        new Execution(userService, config.session(), config.service(), exceptions);
    execution.beginWith(CoreSettings.firstMembership(config));
    levels = Levels.of(KnownVersions.of(userService.oldestVersion(), userService.newestVersion()));
    // Before the directory, which stays locked if there are none.
    threads =
        new ThreadPlan(
            machine,
            machine.sockets(config),
            config.threads().layout(),
            threadPrefix,
            config.network().clientThreads(),
            new WorkMeter(false));
    storage = storage(directory, execution);
    watch.executes(execution);
    StageExecutor followExecutor = threads.loopExecutor(Activity.PROTOCOL);
    StageExecutor serviceExecutor = threads.executor("service");
    StageExecutor snapshotExecutor = threads.ownExecutor("snapshot");
    StageExecutor transferExecutor = threads.ownExecutor("transfer");
    follow =
        new FollowStage(
            followExecutor,
            threads.peerLoop(),
            followSettings(directory != null, execution.executed()),
            this::leadershipChanged,
            watch,
            this::bug,
            this::fail);
    service =
        new ServiceStage(
            WHO,
            serviceExecutor,
            execution,
            ClientLimits.ofReads(config),
            new SessionLimitsLog(WHO, config, jvm),
            new ReplyRoutes(
                WHO,
                config.network().frameBytes(),
                IngressLimits.SESSIONS_MAX,
                new StageTally(false)),
            watch,
            this::fail);
    snapshots =
        new SnapshotStage(
            snapshotExecutor,
            WHO,
            config.snapshot().writtenPerSecond(),
            storage::store,
            this::fail);
    TransferStage transfers =
        new TransferStage(
            transferExecutor,
            WHO,
            config.snapshot().partBytes(),
            CoreSettings.snapshotPinNanos(config),
            storage::store,
            this::fail);
    ingress =
        new ClientIngress(ingressSettings(listen), threads.clientLoops(), new LearnerHandler(this));
    MemoryJournal noJournal = new MemoryJournal();
    service.reportTo(Role.LEARNER, follow, snapshots, ServiceStage.BatchingListener.NONE);
    snapshots.reportTo(follow, noJournal);
    transfers.reportTo(follow, noJournal);
    follow.connect(service, transfers);
    threads.run(followExecutor, follow);
    threads.run(serviceExecutor, service);
    threads.run(snapshotExecutor, snapshots);
    threads.atEnd(service::stopService);
    threads.run(transferExecutor, transfers);
  }

  /** The directory may be in use: then the event loops end. */
  private LearnerStorage storage(Path directory, Execution execution) {
    try {
      return LearnerStorage.open(machine, config, directory, execution);
    } catch (RuntimeException | Error refused) {
      threads.giveUp();
      throw refused;
    }
  }

  private FollowStage.Settings followSettings(boolean kept, long first) {
    long timeoutNanos = config.election().timeoutNanos();
    List<InetSocketAddress> replicas = config.cluster().clientAddresses();
    return new FollowStage.Settings(
        new SourceSettings(
            config.cluster().name(),
            SharedSettings.of(config),
            replicas,
            config.network().frameBytes(),
            CONNECT_NANOS),
        new SubscriptionSettings(creditBytes(config), SILENCE_TIMEOUTS * timeoutNanos),
        CoreSettings.learnerSnapshots(config, kept),
        first,
        config.limits().readsMax(),
        config.election().heartbeatNanos(),
        PATIENCE_TIMEOUTS * timeoutNanos,
        2 * config.limits().backlogSlots(),
        2 * config.limits().logBytes(),
        machine.draw());
  }

  private IngressSettings ingressSettings(InetSocketAddress listen) {
    return new IngressSettings(
        config.cluster().name(),
        Leadership.UNKNOWN,
        listen,
        config.adminFrom(),
        ClientLimits.ofPort(config, machine, WHO));
  }

  public void start() {
    try {
      ingress.start();
      threads.start();
    } catch (RuntimeException notToBeHad) {
      close();
      throw new StartFailure("the learner cannot start: " + notToBeHad.getMessage(), notToBeHad);
    } catch (Error noThread) {
      close();
      throw noThread;
    }
    LOG.info(
        "learner of cluster {}: clients on {}:{}, goes on from slot {}",
        config.cluster().name(),
        ingress.address().getHostString(),
        ingress.address().getPort(),
        service.executed());
    MemoryReport.log(LOG, WHO, memory);
  }

  /** Bytes of batches that may be on their way to a learner or wait for its service. */
  public static long creditBytes(SynodConfig config) {
    return Math.min(CREDIT_BYTES, config.limits().logBytes());
  }

  /** What its build knows. */
  Levels levels() {
    return levels;
  }

  /** What the settings let this learner hold. */
  MemoryPlan memory() {
    return memory;
  }

  /** Ends everything, once; others wait for it. */
  public void close() {
    shutdown.close();
  }

  /** What ends, in this order. */
  private List<Runnable> parts() {
    List<Runnable> parts = new ArrayList<>(List.of(ingress::close, snapshots::giveUp));
    parts.addAll(threads.stageEnds());
    parts.addAll(List.of(threads::close, () -> shutdown.end(storage::close)));
    return parts;
  }

  /**
   * A bug has cost a connection, or a run of a repeated task. Called on any of the learner's
   * threads.
   */
  void bug(Throwable bug) {
    Fatal.judge(bug, this::fail, watch::survives);
  }

  /** Called on any of the learner's threads. */
  void fail(Throwable reason) {
    watch.fails(reason);
    shutdown.fail(reason);
  }

  private void leadershipChanged(Leadership leadership) {
    ingress.announceLeader(leadership);
  }

  public String statusJson() {
    return LearnerReport.json(this);
  }

  SynodConfig config() {
    return config;
  }

  FollowStage follow() {
    return follow;
  }

  public ServiceStage service() {
    return service;
  }

  public ClientIngress ingress() {
    return ingress;
  }

  LearnerStorage storage() {
    return storage;
  }

  long snapshotsTaken() {
    return snapshots.taken();
  }

  /** What the service threw at requests and queries. */
  long serviceExceptions() {
    return exceptions.count();
  }

  public CompletableFuture<Void> closed() {
    return shutdown.closed();
  }
}

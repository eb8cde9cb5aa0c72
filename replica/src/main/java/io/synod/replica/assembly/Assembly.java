package io.synod.replica.assembly;

import io.synod.core.batcher.Batcher;
import io.synod.core.execution.Execution;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.time.Timeouts;
import io.synod.network.ingress.ClientIngress;
import io.synod.network.ingress.IngressSettings;
import io.synod.network.peer.DatagramSettings;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.PeerSettings;
import io.synod.network.wire.Leadership;
import io.synod.replica.config.AutopilotConfig;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.Instrumentation;
import io.synod.replica.instrumentation.StageTally;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.stage.BatcherStage;
import io.synod.replica.stage.JournalStage;
import io.synod.replica.stage.ProtocolStage;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.replica.stage.ReplyRoutes;
import io.synod.replica.stage.ServiceStage;
import io.synod.replica.stage.SharedStatus;
import io.synod.replica.stage.SnapshotStage;
import io.synod.replica.stage.TransferStage;
import io.synod.replica.stage.Tuning;
import io.synod.service.Service;
import io.synod.storage.Journal;
import io.synod.storage.MemoryJournal;
import io.synod.storage.journal.JournalCounters;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.tuning.autopilot.Bounds;
import io.synod.tuning.autopilot.Search;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one replica, wired; started in the order of dependence and ended in reverse. */
public final class Assembly {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final SynodConfig config;
  private final MemoryPlan memory;
  private final int id;
  private final ThreadPlan threads;
  private final SharedStatus shared;
  private final ProtocolStage protocol;
  private final BatcherStage batcher;
  private final Timeouts timeouts;
  private final Tuning tuning;
  private final ServiceStage service;
  private final SnapshotStage snapshots;
  private final TransferStage transfers;
  private final JournalStage journal;
  private final ReplicaStorage storage;
  private final ScratchStore scratch;
  private final PeerNetwork peers;
  private final ClientIngress ingress;
  private final PeerHandler handler;
  private final ProtocolEventTally events = new ProtocolEventTally();
  private final ServiceExceptions exceptions;
  private final StageTally tally;
  private final WorkMeter meter;

  // Null if instrumentation is off.
  private final Instrumentation instrumentation;

  private final CollectorWatch collector;
  private final Shutdown shutdown;
  private final ReplicaWatch watch;

  // Of the protocol's thread.
  private int lastLeader = Leadership.UNKNOWN;

  /**
   * @param machine that it runs on
   * @throws StartFailure if it cannot be assembled, saying why and what to do
   */
  public Assembly(Machine machine, SynodConfig given, int id, Service userService) {
    JvmMemory jvm = machine.memory();
    config = given.fitted(jvm);
    memory = MemoryPlan.of(config, jvm);
    this.id = id;
    watch = machine.watch();
    shutdown = new Shutdown(machine, "replica " + id, "synod-" + id + "-end", this::endParts);
    boolean measured = config.instrumentation().on();
    meter = new WorkMeter(measured);
    tally = new StageTally(measured);
    ReplicaSettings settings = CoreSettings.replica(config, id);
    timeouts = CoreSettings.timeouts(config, settings);
    boolean onDisk = config.durability().keepsIncarnations();
    long seed = machine.draw();
    exceptions = new ServiceExceptions("replica " + id, machine::nanoTime);
    Execution execution =
        new Execution(userService, config.session(), config.onException(), exceptions);
    if (!onDisk) {
      machine.requireNone(config, id);
    }
    storage = onDisk ? ReplicaStorage.open(config, id, machine, execution) : null;
    scratch = onDisk ? null : machine.scratch(new SnapshotIdentity(config.cluster().name(), id));
    Recovered recovered = onDisk ? storage.recovered() : Recovered.nothing(seed);
    watch.executes(execution);
    watch.recovered(recovered);
    threads =
        new ThreadPlan(
            machine,
            machine.sockets(config),
            config.threads().layout(),
            "synod-" + id + "-",
            config.network().clientThreads(),
            meter);
    ProtocolEventLog facts = new ProtocolEventLog(id);
    List<String> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::clientText).toList();
    shared = new SharedStatus(addresses, id, this::leadershipChanged);
    StageExecutor protocolExecutor = threads.executor("protocol");
    StageExecutor batcherExecutor = threads.executor("batcher");
    StageExecutor serviceExecutor = threads.executor("service");
    StageExecutor snapshotExecutor = threads.ownExecutor("snapshot");
    StageExecutor transferExecutor = threads.ownExecutor("transfer");
    StageExecutor journalExecutor = onDisk ? threads.ownExecutor("journal") : null;
    journal =
        onDisk
            ? new JournalStage(
                journalExecutor,
                new JournalStage.Kept(
                    "replica " + id, config.durability(), storage.journal(), storage.snapshots()),
                storage.damaged(),
                this::fail)
            : null;
    Journal kept = onDisk ? journal : new MemoryJournal();
    protocol =
        new ProtocolStage(
            protocolExecutor,
            new Replica(settings, timeouts, recovered, seed),
            settings,
            kept,
            new ProtocolStage.Hooks(
                facts.andThen(events),
                shared,
                tally,
                this::fail,
                new ProtocolStage.Bounds(
                    config.network().peerBufferBytes(),
                    config.limits().undurableBytes(),
                    MemoryPlan.UNDURABLE_PROMISES_BYTES),
                watch));
    collector = new CollectorWatch(machine, this::collectorBusy);
    String who = "replica " + id;
    Supplier<SnapshotStore> store = onDisk ? storage::snapshots : scratch::store;
    snapshots =
        new SnapshotStage(
            snapshotExecutor, who, config.snapshot().writtenPerSecond(), store, this::fail);
    transfers =
        new TransferStage(
            transferExecutor,
            who,
            config.snapshot().partBytes(),
            CoreSettings.snapshotPinNanos(config),
            store,
            this::fail);
    Batcher batches = new Batcher(config.batch(), config.pipeline().window());
    tuning = tuning(batches);
    batcher = new BatcherStage(batcherExecutor, batches, tuning, protocol, tally, this::fail);
    service =
        new ServiceStage(
            serviceExecutor,
            execution,
            ClientLimits.ofReads(config),
            new ReplyRoutes(config.network().frameBytes(), ClientLimits.ofRoutes(config), tally),
            watch,
            this::fail);
    handler = new PeerHandler(protocol, meter, this::fail);
    peers = new PeerNetwork(peerSettings(seed), threads.peerLoop(), handler);
    ClientHandler clients =
        new ClientHandler(
            shared, new ClientHandler.Stages(batcher, protocol, service), meter, this);
    ingress = new ClientIngress(ingressSettings(), threads.clientLoops(), clients);
    instrumentation = measured ? instrumentation() : null;
    service.reportTo(protocol, snapshots);
    snapshots.reportTo(protocol, kept);
    transfers.reportTo(protocol, kept);
    if (onDisk) {
      transfers.serve(storage.decisions());
    }
    protocol.connect(peers, batcher, service, transfers);
    threads.run(batcherExecutor, batcher);
    threads.run(protocolExecutor, protocol);
    threads.run(serviceExecutor, service);
    threads.run(snapshotExecutor, snapshots);
    threads.run(transferExecutor, transfers);
    if (onDisk) {
      // Last to end: the others hand over to it until they have ended.
      journal.reportTo(protocol);
      threads.run(journalExecutor, journal);
    }
  }

  public int id() {
    return id;
  }

  public CompletableFuture<Void> closed() {
    return shutdown.closed();
  }

  public void start() {
    try {
      ingress.start();
      peers.start();
      if (instrumentation != null) {
        instrumentation.start();
      }
    } catch (RuntimeException notToBeHad) {
      close();
      throw new StartFailure(
          "replica %d cannot start: %s".formatted(id, notToBeHad.getMessage()), notToBeHad);
    }
    threads.start();
    collector.start(threads.clientLoops().next());
    ReplicaAddress address = config.cluster().replica(id);
    LOG.info(
        "replica {} of {} in cluster {}: peers on {}, clients on {}, durability {}, threads {}",
        id,
        config.cluster().size(),
        config.cluster().name(),
        address.peerText(),
        address.clientText(),
        config.durability(),
        config.threads().layout());
    MemoryReport.log(LOG, "replica " + id, memory);
  }

  /** What the settings let this replica hold. */
  MemoryPlan memory() {
    return memory;
  }

  /** Ends everything, once; others wait for it. */
  public void close() {
    shutdown.close();
  }

  private void endParts() {
    collector.close();
    ingress.close();
    if (instrumentation != null) {
      instrumentation.close();
    }
    snapshots.giveUp();
    threads.endStages();
    peers.close();
    threads.close();
    closeStorage();
  }

  private void closeStorage() {
    try {
      if (storage != null) {
        storage.close();
      } else {
        scratch.close();
      }
    } catch (IOException | RuntimeException notSafe) {
      shutdown.lost(notSafe);
    }
  }

  public String statusJson() {
    return StatusReport.json(this);
  }

  SynodConfig config() {
    return config;
  }

  SharedStatus shared() {
    return shared;
  }

  BatcherStage batcher() {
    return batcher;
  }

  /** Of this replica at the moment. Any thread may ask for them. */
  Timeouts timeouts() {
    return timeouts;
  }

  /** What the batcher keeps to, and why. */
  Tuning tuning() {
    return tuning;
  }

  ServiceStage service() {
    return service;
  }

  PeerNetwork peers() {
    return peers;
  }

  ClientIngress ingress() {
    return ingress;
  }

  /** Null if this level has no journal. */
  JournalCounters journal() {
    return journal == null ? null : journal.counters();
  }

  /** How long the journal's thread has written and waited for its disk. */
  long journalCommitNanos() {
    return journal == null ? 0 : journal.commitNanos();
  }

  long snapshotsTaken() {
    return snapshots.taken();
  }

  /** What the core has reported. */
  ProtocolEventTally events() {
    return events;
  }

  /** What the service threw at requests and queries that were answered with it. */
  long serviceExceptions() {
    return exceptions.count();
  }

  /** The garbage collector takes most of the time, or no longer does. Any thread. */
  void collectorBusy(boolean busy) {
    protocol.collectorBusy(busy);
  }

  /** The garbage collector's share of the last seconds. */
  int collectorPercent() {
    return collector.percent();
  }

  StageTally tally() {
    return tally;
  }

  /** All measurements, as a JSON object; {@code null} if instrumentation is off. */
  String measuredJson() {
    return instrumentation == null ? "null" : instrumentation.json();
  }

  /** What limits this replica and why its settings are as they are, in lines. Any thread. */
  String explanation() {
    if (!shared.leads()) {
      return "replica %d does not lead: the leader's explanation counts%n".formatted(id);
    }
    if (instrumentation == null) {
      return "replica %d leads; it measures nothing, for instrumentation = off%n".formatted(id);
    }
    Tuning.State now = tuning.state();
    return ExplainReport.leader(
        id, instrumentation.evidence(now.limits()), config, timeouts, now, System.nanoTime());
  }

  /** CPU time of this JVM; 0 if instrumentation is off. */
  long processCpuMillis() {
    return TimeUnit.NANOSECONDS.toMillis(meter.processNanos());
  }

  /** Messages that found the protocol's inbox full. */
  long lostMessages() {
    return handler.lost();
  }

  /** Called on any of the replica's threads. */
  void fail(Throwable reason) {
    watch.fails(reason);
    shutdown.fail(reason);
  }

  /** On the protocol's thread. */
  private void leadershipChanged(Leadership leadership) {
    ingress.announceLeader(leadership);
    int leader = leadership.leader();
    if (leader == lastLeader) {
      return;
    }
    lastLeader = leader;
    if (leader == Leadership.UNKNOWN) {
      LOG.info(
          "replica {}: no leader is known; requests wait until a majority has elected one", id);
    } else if (leader != id) {
      LOG.info(
          "replica {}: follows replica {}, which leads view {}", id, leader, leadership.view());
    }
  }

  private Instrumentation instrumentation() {
    Instrumentation.Identity identity =
        new Instrumentation.Identity(
            config.cluster().name(),
            id,
            config.cluster().size(),
            "synod-" + id + "-",
            config.cluster().replica(id).client().getHostString());
    return new Instrumentation(config.instrumentation(), identity, meter, new Samples(this, meter));
  }

  private Tuning tuning(Batcher batches) {
    AutopilotConfig autopilot = config.autopilot();
    if (!autopilot.on()) {
      return Tuning.fixed(batches, autopilot.most());
    }
    Bounds bounds =
        new Bounds(
            autopilot.least(),
            autopilot.most(),
            autopilot.windowBytesMax(),
            autopilot.queueNanosMax(),
            autopilot.latencyNanosMax());
    Search search = new Search(bounds, AutopilotConfig.START);
    batches.limit(search.chosen());
    return Tuning.automatic("replica " + id, batches, search);
  }

  private PeerSettings peerSettings(long seed) {
    List<InetSocketAddress> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::peer).toList();
    PeerSettings connections =
        new PeerSettings(
            config.cluster().name(),
            SharedSettings.of(config),
            id,
            addresses,
            config.network().frameBytes(),
            config.network().peerBufferBytes(),
            seed);
    return connections.with(DatagramSettings.upTo(config.network().datagramBytesMax()));
  }

  private IngressSettings ingressSettings() {
    return new IngressSettings(
        config.cluster().name(),
        id,
        config.cluster().replica(id).client(),
        ClientLimits.ofPort(config));
  }
}

package io.synod.replica.assembly;

import io.synod.core.batcher.Batcher;
import io.synod.core.execution.Execution;
import io.synod.core.membership.Memberships;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.time.Timeouts;
import io.synod.core.version.KnownVersions;
import io.synod.network.ingress.IngressLimits;
import io.synod.network.peer.PeerNetwork;
import io.synod.replica.config.AutopilotConfig;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.StageTally;
import io.synod.replica.stage.BatcherStage;
import io.synod.replica.stage.JournalStage;
import io.synod.replica.stage.MembershipListener;
import io.synod.replica.stage.ProtocolStage;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.replica.stage.ReplyRoutes;
import io.synod.replica.stage.ServiceStage;
import io.synod.replica.stage.SharedStatus;
import io.synod.replica.stage.SnapshotStage;
import io.synod.replica.stage.TransferStage;
import io.synod.replica.stage.Tuning;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.storage.Journal;
import io.synod.storage.MemoryJournal;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.tuning.autopilot.Bounds;
import io.synod.tuning.autopilot.Search;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The stages of one replica, with the state that they restore and keep. Opens the storage; {@link
 * #connect} gives each stage the others and its executor. Owns the storage; the executors are the
 * thread plan's.
 */
final class Stages {
  private final SynodConfig config;
  private final ThreadPlan threads;
  private final StageTally tally;
  private final ReplicaWatch watch;
  private final Consumer<Throwable> fail;
  private final String who;
  private final long seed;
  private final KnownVersions known;

  // Of the levels that keep incarnations; else the three are null.
  private final ReplicaStorage storage;
  private final JournalStage journal;
  private final StageExecutor journalExecutor;

  // Null where there is a storage.
  private final ScratchStore scratch;

  private final Journal kept;
  private final Timeouts timeouts;
  private final Tuning tuning;
  private final ProtocolEventTally events = new ProtocolEventTally();
  private final ServiceExceptions exceptions;
  private final ProtocolStage protocol;
  private final StageExecutor protocolExecutor;
  private final BatcherStage batcher;
  private final StageExecutor batcherExecutor;
  private final ServiceStage service;
  private final StageExecutor serviceExecutor;
  private final SnapshotStage snapshots;
  private final StageExecutor snapshotExecutor;
  private final TransferStage transfers;
  private final StageExecutor transferExecutor;

  /**
   * What a replica's stages share with the rest of it.
   *
   * @param fail called on any of the replica's threads
   */
  record Surroundings(
      Machine machine,
      SynodConfig config,
      int id,
      ThreadPlan threads,
      SharedStatus shared,
      StageTally tally,
      ReplicaWatch watch,
      MembershipListener members,
      Consumer<Throwable> fail) {}

  /**
   * @throws StartFailure if the storage cannot be used, saying why and what to do
   */
  Stages(Surroundings around, Service userService) {
    Machine machine = around.machine();
    int id = around.id();
    config = around.config();
    threads = around.threads();
    tally = around.tally();
    watch = around.watch();
    fail = around.fail();
    who = "replica " + id;
    boolean onDisk = config.durability().keepsIncarnations();
    seed = machine.draw();
    exceptions = new ServiceExceptions(who, config.durability().keepsVotes(), machine::nanoTime);
    Execution execution =
        new Execution(userService, config.session(), config.service(), exceptions);
    known = KnownVersions.of(userService.oldestVersion(), userService.newestVersion());
    execution.beginWith(CoreSettings.replica(config, id).membership());
    if (!onDisk) {
      machine.requireNone(config, id);
    }
    storage = onDisk ? ReplicaStorage.open(config, id, machine, execution) : null;
    scratch = onDisk ? null : machine.scratch(new SnapshotIdentity(config.cluster().name(), id));
    Recovered recovered = onDisk ? storage.recovered() : Recovered.nothing(seed);
    boolean wasMember = wasMember(id, recovered, execution.memberships());
    ReplicaSettings settings = CoreSettings.replica(config, id, known, wasMember);
    if (wasMember) {
      execution.beginWith(settings.membership());
    }
    recovered.begin(execution.memberships());
    watch.executes(execution);
    watch.recovered(recovered);
    protocolExecutor = threads.loopExecutor(Activity.PROTOCOL);
    batcherExecutor = threads.executor("batcher");
    serviceExecutor = threads.executor("service");
    snapshotExecutor = threads.ownExecutor("snapshot");
    transferExecutor = threads.ownExecutor("transfer");
    journalExecutor = onDisk ? threads.ownExecutor("journal") : null;
    journal = onDisk ? journal() : null;
    kept = onDisk ? journal : new MemoryJournal();
    timeouts = CoreSettings.timeouts(config, settings);
    protocol =
        new ProtocolStage(
            protocolExecutor,
            new Replica(settings, timeouts, recovered, seed),
            settings,
            kept,
            hooks(new ProtocolEventLog(id, config.storage()), around));
    Supplier<SnapshotStore> store = onDisk ? storage::snapshots : scratch::store;
    snapshots =
        new SnapshotStage(snapshotExecutor, who, config.snapshot().writtenPerSecond(), store, fail);
    transfers =
        new TransferStage(
            transferExecutor,
            who,
            config.snapshot().partBytes(),
            CoreSettings.snapshotPinNanos(config),
            store,
            fail);
    Batcher batches = new Batcher(config.batch(), config.pipeline().window());
    tuning = tuning(batches);
    batcher = new BatcherStage(batcherExecutor, batches, tuning, protocol, tally, fail);
    service =
        new ServiceStage(
            who,
            serviceExecutor,
            execution,
            ClientLimits.ofReads(config),
            new SessionLimitsLog(who, config, machine.memory()),
            new ReplyRoutes(who, config.network().frameBytes(), IngressLimits.SESSIONS_MAX, tally),
            watch,
            fail);
  }

  /**
   * Of the membership of the file, as far as is known before its log is followed. It is one still,
   * or joins again.
   */
  private static boolean wasMember(int id, Recovered recovered, Memberships inSnapshot) {
    return recovered.hasBeenMember(id)
        && recovered.promised().membership() == 0
        && inSnapshot.areFirst();
  }

  private JournalStage journal() {
    return new JournalStage(
        journalExecutor,
        new JournalStage.Kept(who, config.durability(), storage.journal(), storage.snapshots()),
        storage.damaged(),
        fail);
  }

  private ProtocolStage.Hooks hooks(ProtocolEventLog log, Surroundings around) {
    return new ProtocolStage.Hooks(
        log.andThen(events),
        around.shared(),
        tally,
        fail,
        around.members(),
        new ProtocolStage.Bounds(
            config.network().peerBufferBytes(),
            config.limits().undurableBytes(),
            MemoryPlan.UNDURABLE_PROMISES_BYTES),
        watch);
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
    return Tuning.automatic(who, batches, search);
  }

  /** Gives the stages each other and their executors; what these run begins with their start. */
  void connect(PeerNetwork peers) {
    service.reportTo(Role.FOLLOWER, protocol, snapshots, batcher);
    snapshots.reportTo(protocol, kept);
    transfers.reportTo(protocol, kept);
    if (storage != null) {
      transfers.serve(storage.decisions());
    }
    protocol.connect(peers, batcher, service, transfers);
    threads.run(batcherExecutor, batcher);
    threads.run(protocolExecutor, protocol);
    threads.run(serviceExecutor, service);
    threads.run(snapshotExecutor, snapshots);
    threads.atEnd(service::stopService);
    threads.run(transferExecutor, transfers);
    if (journal != null) {
      // Last to end: the others hand over to it until they have ended.
      journal.reportTo(protocol);
      threads.run(journalExecutor, journal);
    }
  }

  /** A snapshot that is being written is given up. Any thread. */
  void giveUpSnapshot() {
    snapshots.giveUp();
  }

  /**
   * Once their threads have ended.
   *
   * @throws IOException if something may not be on the disk
   */
  void closeStorage() throws IOException {
    if (storage != null) {
      storage.close();
    } else {
      scratch.close();
    }
  }

  /** What this process knows. */
  KnownVersions known() {
    return known;
  }

  /** What random numbers of this replica begin with. */
  long seed() {
    return seed;
  }

  ProtocolStage protocol() {
    return protocol;
  }

  BatcherStage batcher() {
    return batcher;
  }

  ServiceStage service() {
    return service;
  }

  SnapshotStage snapshots() {
    return snapshots;
  }

  /** Null if this level has no journal. */
  JournalStage journalStage() {
    return journal;
  }

  /** Of this replica at the moment. Any thread may ask for them. */
  Timeouts timeouts() {
    return timeouts;
  }

  /** What the batcher keeps to, and why. */
  Tuning tuning() {
    return tuning;
  }

  /** What the core has reported. */
  ProtocolEventTally events() {
    return events;
  }

  /** What the service threw at requests and queries that were answered with it. */
  long serviceExceptions() {
    return exceptions.count();
  }
}

package io.synod.replica.assembly;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.execution.Halt;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.time.Timeouts;
import io.synod.network.ingress.ClientIngress;
import io.synod.network.ingress.IngressSettings;
import io.synod.network.peer.DatagramSettings;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.PeerSettings;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Members;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.MemoryPlan;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.instrumentation.Instrumentation;
import io.synod.replica.instrumentation.JsonFields;
import io.synod.replica.instrumentation.StageTally;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.stage.BatcherStage;
import io.synod.replica.stage.JournalStage;
import io.synod.replica.stage.MembershipListener;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.replica.stage.ServiceStage;
import io.synod.replica.stage.SharedStatus;
import io.synod.replica.stage.Tuning;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.storage.journal.JournalCounters;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one replica, wired; started in the order of dependence and ended in reverse. */
public final class Assembly {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final SynodConfig config;
  private final MemoryPlan memory;
  private final int id;
  private final ThreadPlan threads;
  private final KnownMembers members;
  private final SharedStatus shared;
  private final Stages stages;
  private final PeerNetwork peers;
  private final Builds builds;
  private final ClientIngress ingress;
  private final PeerHandler handler;
  private final StageTally tally;
  private final WorkMeter meter;

  // Null if instrumentation is off.
  private final Instrumentation instrumentation;

  private final CollectorWatch collector;
  private final Shutdown shutdown;
  private final ReplicaWatch watch;
  private final OperatorRequests operator;

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
    shutdown = new Shutdown(machine, "replica " + id, threadPrefix() + "end", this::parts);
    boolean measured = config.instrumentation().on();
    meter = new WorkMeter(measured);
    tally = new StageTally(measured);
    threads =
        new ThreadPlan(
            machine,
            machine.sockets(config),
            config.threads().layout(),
            threadPrefix(),
            config.network().clientThreads(),
            meter);
    members = new KnownMembers(id, config.cluster());
    shared =
        new SharedStatus(
            members::clientAddress, id, this::leadershipChanged, this::membershipEntered);
    stages = stages(machine, userService);
    members.enter(stages.protocol().membership());
    operator = new OperatorRequests(id, stages.protocol());
    collector = new CollectorWatch("replica " + id, machine, this::collectorBusy);
    handler = new PeerHandler(stages.protocol(), meter, this::bug);
    Levels levels = Levels.of(stages.known());
    peers = new PeerNetwork(peerSettings(levels), threads.peerLoop(), handler);
    builds = new Builds(id, levels, members, shared, peers);
    ClientHandler clients =
        new ClientHandler(
            shared,
            new ClientHandler.Stages(stages.batcher(), stages.protocol(), stages.service()),
            meter,
            this);
    ingress = new ClientIngress(ingressSettings(machine), threads.clientLoops(), clients);
    instrumentation = measured ? instrumentation() : null;
    stages.connect(peers);
    members.connect(peers);
  }

  /** Opens the directory too, which may be in use: then the event loops end. */
  private Stages stages(Machine machine, Service userService) {
    try {
      return new Stages(
          new Stages.Surroundings(
              machine, config, id, threads, shared, tally, watch, new Entering(), this::fail),
          userService);
    } catch (RuntimeException | Error refused) {
      threads.giveUp();
      throw refused;
    }
  }

  /** What the core reports of the members, on the protocol's thread. */
  private final class Entering implements MembershipListener {
    @Override
    public void entered(Membership membership) {
      Assembly.this.entered(membership);
    }

    @Override
    public void left(String reason) {
      shutdown.leave(reason);
    }
  }

  /** On the protocol's thread. */
  private void entered(Membership membership) {
    members.enter(membership);
    members.connect(peers);
  }

  /** The members that this replica has learned of last. Any thread. */
  KnownMembers members() {
    return members;
  }

  public int id() {
    return id;
  }

  /** Of the names of its threads: a JVM may run replicas of several clusters. */
  private String threadPrefix() {
    return "synod-%s-%d-".formatted(config.cluster().name(), id);
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
      threads.start();
    } catch (RuntimeException notToBeHad) {
      close();
      throw new StartFailure(
          "replica %d cannot start: %s".formatted(id, notToBeHad.getMessage()), notToBeHad);
    } catch (Error noThread) {
      close();
      throw noThread;
    }
    collector.start(threads.clientLoops().next());
    ReplicaAddress address = config.cluster().replica(id);
    LOG.info(
        "replica {}{} {} in cluster {}: peers on {}, clients on {}, durability {}, threads {}",
        id,
        members.contains(id) ? " of" : ", a standby of",
        members.count(),
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

  /** What this replica is asked to do as the leader. Any thread. */
  public OperatorRequests operator() {
    return operator;
  }

  /** What the replicas of the cluster run. Any thread. */
  Builds builds() {
    return builds;
  }

  /** The members of the cluster, as far as this replica knows. Any thread. */
  public ShownMembership membership() {
    Memberships known = shared.memberships();
    Memberships memberships =
        known == null
            ? Memberships.beginning(CoreSettings.replica(config, id).membership())
            : known;
    return ShownMembership.of(memberships, shared.decided(), config);
  }

  /** As {@link #close}, but a leader transfers its leadership first. */
  public void transferAndClose() {
    if (!shutdown.hasBegun() && shared.leads() && members.count() > 1) {
      operator.giveLeadershipAway(timeouts().electionNanos());
    }
    close();
  }

  /** Ends everything, once; others wait for it. */
  public void close() {
    shutdown.close();
  }

  /** What ends, in this order. The directory is free afterwards. */
  private List<Runnable> parts() {
    List<Runnable> parts = new ArrayList<>(List.of(collector::close, ingress::close));
    if (instrumentation != null) {
      parts.add(instrumentation::close);
    }
    parts.add(stages::giveUpSnapshot);
    parts.addAll(threads.stageEnds());
    parts.addAll(List.of(peers::close, threads::close, () -> shutdown.end(stages::closeStorage)));
    return parts;
  }

  public String statusJson() {
    return StatusReport.json(this);
  }

  SynodConfig config() {
    return config;
  }

  public SharedStatus shared() {
    return shared;
  }

  BatcherStage batcher() {
    return stages.batcher();
  }

  /** Of this replica at the moment. Any thread may ask for them. */
  Timeouts timeouts() {
    return stages.timeouts();
  }

  /** What the batcher keeps to, and why. Any thread may ask for its state. */
  public Tuning tuning() {
    return stages.tuning();
  }

  public ServiceStage service() {
    return stages.service();
  }

  PeerNetwork peers() {
    return peers;
  }

  /** The replicas to which there is a connection. */
  public ReplicaSet connectedPeers() {
    return peers.connectedPeers();
  }

  ClientIngress ingress() {
    return ingress;
  }

  /** Null if this level has no journal. */
  JournalCounters journal() {
    JournalStage journal = stages.journalStage();
    return journal == null ? null : journal.counters();
  }

  /** How long the journal's thread has written and waited for its disk. */
  long journalCommitNanos() {
    JournalStage journal = stages.journalStage();
    return journal == null ? 0 : journal.commitNanos();
  }

  long snapshotsTaken() {
    return stages.snapshots().taken();
  }

  /** What the core has reported. */
  ProtocolEventTally events() {
    return stages.events();
  }

  /** What the service threw at requests and queries that were answered with it. */
  long serviceExceptions() {
    return stages.serviceExceptions();
  }

  /** The garbage collector takes most of the time, or no longer does. Any thread. */
  void collectorBusy(boolean busy) {
    stages.protocol().collectorBusy(busy);
  }

  /** The garbage collector's share of the last seconds. */
  int collectorPercent() {
    return collector.percent();
  }

  StageTally tally() {
    return tally;
  }

  /** All measurements; null if instrumentation is off. */
  JsonFields measuredJson() {
    return instrumentation == null ? null : instrumentation.json();
  }

  /** What limits this replica and why its settings are as they are, in lines. Any thread. */
  String explanation() {
    if (!shared.leads()) {
      return "replica " + id + " does not lead: the leader's explanation counts\n";
    }
    Halt halt = service().halt();
    if (halt != null) {
      return ExplainReport.halted(id, halt);
    }
    if (instrumentation == null) {
      return "replica " + id + " leads; it measures nothing, for instrumentation = off\n";
    }
    Tuning.State now = stages.tuning().state();
    return ExplainReport.leader(
        id,
        instrumentation.evidence(now.chosen(), members.membership().quorums()),
        config,
        stages.timeouts(),
        now,
        System.nanoTime());
  }

  /** CPU time of this JVM; 0 if instrumentation is off. */
  long processCpuMillis() {
    return TimeUnit.NANOSECONDS.toMillis(meter.processNanos());
  }

  /** Messages that found the protocol's inbox full. */
  long lostMessages() {
    return handler.lost();
  }

  /**
   * A bug has cost a connection, or a run of a repeated task. Called on any of the replica's
   * threads.
   */
  void bug(Throwable bug) {
    Fatal.judge(bug, this::fail, watch::survives);
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
    stages.service().becomes(leader == id ? Role.LEADER : Role.FOLLOWER);
    if (leader == Leadership.UNKNOWN && !members.contains(id)) {
      LOG.info(
          "replica {}: is no member any more: the members {} go on without it; it answers no requests",
          id,
          members.membership().numbers());
    } else if (leader == Leadership.UNKNOWN) {
      LOG.info(
          "replica {}: no leader is known; requests wait until a majority has elected one", id);
    } else if (leader != id) {
      LOG.info(
          "replica {}: follows replica {}, which leads view {}", id, leader, leadership.view());
    }
  }

  /** On the protocol's thread. */
  private void membershipEntered(Membership membership) {
    Members members = Members.of(membership);
    if (members != null) {
      ingress.announceMembers(members);
    }
  }

  private Instrumentation instrumentation() {
    Instrumentation.Identity identity =
        new Instrumentation.Identity(
            config.cluster().name(),
            id,
            config.cluster().ids(),
            threadPrefix(),
            config.cluster().replica(id).client().getHostString());
    return new Instrumentation(config.instrumentation(), identity, meter, new Samples(this, meter));
  }

  private PeerSettings peerSettings(Levels levels) {
    Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    for (int replica : config.cluster().ids()) {
      addresses.put(replica, config.cluster().replica(replica).peer());
    }
    return new PeerSettings(
        config.cluster().name(),
        SharedSettings.ofPeers(config),
        SharedSettings.ofAnyPeers(config),
        id,
        !members.contains(id),
        addresses,
        config.network().frameBytes(),
        config.network().peerBufferBytes(),
        PeerSettings.HANDSHAKE_NANOS,
        stages.seed(),
        DatagramSettings.upTo(config.network().datagramBytesMax()),
        levels);
  }

  private IngressSettings ingressSettings(Machine machine) {
    return new IngressSettings(
        config.cluster().name(),
        id,
        config.cluster().replica(id).client(),
        config.adminFrom(),
        ClientLimits.ofPort(config, machine, "replica " + id));
  }
}

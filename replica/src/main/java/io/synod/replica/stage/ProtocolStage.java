package io.synod.replica.stage;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Message;
import io.synod.core.replica.Replica;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.Consistency;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.ingress.Queries;
import io.synod.network.peer.PeerNetwork;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.storage.Journal;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs the core: feeds it events, carries out its effects. Its messages to itself do not leave the
 * thread.
 */
public final class ProtocolStage extends Stage implements SnapshotListener, ExecutionListener {
  private static final int INBOX_ITEMS = 1 << 13;

  // Waiting items from which on no more of clients is taken: the rest is for peers.
  private static final int CLIENTS_ITEMS = INBOX_ITEMS / 4;

  // The same for queries: as many may wait as fill the whole inbox (reads.max-waiting), and peers
  // need places in it also while more queries come than are handled.
  private static final int QUERIES_ITEMS = INBOX_ITEMS / 4 * 3;

  private final Replica replica;

  // What is open is at most a window, half of the backlog, ahead of what is decided: only with a
  // service so far behind the backlog may have stopped this replica.
  private final long laggingSlots;

  // Whether the core needs both clocks at all times.
  private final boolean hasLeases;
  private final Journal journal;
  private final Consumer<ProtocolEvent> observer;
  private final SharedStatus shared;
  private final StageTally tally;
  private final CoreEffects wiring;
  private final ReplicaWatch watch;

  // The effects that the core calls: the wiring, or what the watch put in front of it.
  private final Effects effects;
  private final Bounds bounds;

  // Of the frames of messages that are in the inbox.
  private final AtomicLong inboxBytes = new AtomicLong();

  private PeerNetwork peers;
  private BatcherStage batcher;
  private ServiceStage service;
  private final Queue<Runnable> transferred = new ConcurrentLinkedQueue<>();
  private boolean started;
  private long executedSeen;

  /**
   * @param hooks receive what it reports
   */
  public ProtocolStage(
      StageExecutor executor,
      Replica replica,
      ReplicaSettings settings,
      Journal journal,
      Hooks hooks) {
    super("protocol", executor, INBOX_ITEMS, hooks.onFailure());
    this.replica = replica;
    this.laggingSlots = settings.learner().backlogSlots() / 2 - 1;
    this.hasLeases = settings.election().lease().on();
    this.journal = journal;
    this.observer = hooks.observer();
    this.shared = hooks.shared();
    this.tally = hooks.tally();
    this.bounds = hooks.bounds();
    this.wiring = new CoreEffects(replica, settings, journal, hooks, this::order, this::nanoTime);
    this.watch = hooks.watch();
    this.effects = watch.begins(this, replica, journal, wiring);
  }

  /**
   * Bounds of the heap that messages of peers take, beside the numbers of items. A message beyond a
   * bound is lost, as in the network, and its sender sends it again.
   *
   * @param inboxBytes of messages that are not handled
   * @param undurableBytes of records that are not durable, for messages that bring batches
   * @param promiseBytes what records may take beyond that, for all other messages
   */
  public record Bounds(long inboxBytes, long undurableBytes, long promiseBytes) {

    boolean allow(Message message, long pendingBytes) {
      return pendingBytes < undurableBytes + (message.bringsValues() ? 0 : promiseBytes);
    }
  }

  /**
   * The receivers of what the protocol stage reports, all called on the protocol thread.
   *
   * @param observer receives every protocol event
   * @param shared updated after each cycle, for other threads
   * @param tally counts proposed, decided and delivered batches
   * @param onFailure called when the stage has failed
   * @param members learns which members there are
   * @param bounds of what may wait
   * @param watch observes the core and the messages
   */
  public record Hooks(
      Consumer<ProtocolEvent> observer,
      SharedStatus shared,
      StageTally tally,
      Consumer<Throwable> onFailure,
      MembershipListener members,
      Bounds bounds,
      ReplicaWatch watch) {}

  /** A subscriber asks up to which slot a read must see; the answer carries the round. */
  public record ReadPoint(ClientConnection from, long round) {}

  /** Before the first cycle. */
  public void connect(
      PeerNetwork network,
      BatcherStage batcherStage,
      ServiceStage serviceStage,
      TransferStage transferStage) {
    peers = network;
    batcher = batcherStage;
    service = serviceStage;
    wiring.connect(network, batcherStage, serviceStage, transferStage);
    executedSeen = serviceStage.executed();
  }

  /**
   * A peer's message. Any thread. False if the inbox is full: the message is lost.
   *
   * @param bytes of its frame
   */
  public boolean receive(int from, Message message, int bytes) {
    if (inboxBytes.addAndGet(bytes) <= bounds.inboxBytes()
        && offer(new Inbound(new Event.Received(from, message), bytes))) {
      return true;
    }
    inboxBytes.addAndGet(-bytes);
    return false;
  }

  /** Any thread. */
  public void disconnected(int replicaNumber) {
    order(new Event.PeerDisconnected(replicaNumber));
  }

  /** Any thread. False if too many wait: the caller keeps them. */
  public boolean read(Queries queries) {
    return read(new Event.ReadRequested(queries, queries.consistency()));
  }

  /** A read of queries. */
  boolean read(Event.ReadRequested wanted) {
    return offerBelow(QUERIES_ITEMS, wanted);
  }

  /** What a client wants that subscribes or fetches. Any thread. False if too much waits. */
  public boolean serve(Event wanted) {
    return offerBelow(CLIENTS_ITEMS, wanted);
  }

  /**
   * Another replica is to lead. Any thread.
   *
   * @param to its number; -1 for the one of the highest priority, and among equals the one that
   *     knows most
   */
  public void transferLeadership(int to, TransferListener listener) {
    TransferListener later = afterCycle(listener);
    askOperator(new Event.TransferAsked(later, to), listener);
  }

  /**
   * The members are to change. Any thread.
   *
   * @param listener learns whether the leader proposes the change; it takes effect later
   */
  public void changeMembers(MembershipRequest request, TransferListener listener) {
    TransferListener later = afterCycle(listener);
    askOperator(new Event.MembershipAsked(later, request), listener);
  }

  private TransferListener afterCycle(TransferListener listener) {
    return failure -> transferred.add(() -> listener.ended(failure));
  }

  private void askOperator(Event asked, TransferListener listener) {
    if (!offerBelow(CLIENTS_ITEMS, asked)) {
      listener.ended("the replica has too much to do, or it has stopped");
    }
  }

  /** The members with which this replica begins. Before its first cycle. */
  public Membership membership() {
    return replica.memberships().current();
  }

  /** A snapshot is to be taken. Any thread; lost if too much waits. */
  public void takeSnapshot() {
    offerBelow(CLIENTS_ITEMS, Event.SnapshotWanted.INSTANCE);
  }

  /** A subscriber is gone. Any thread. */
  public void unsubscribed(ClientConnection subscriber) {
    order(new Event.Unsubscribed(subscriber));
  }

  /** A batch to propose, from the batcher, which keeps to the window. */
  void propose(View view, Batch batch) {
    order(new Event.Proposed(view, batch));
  }

  /**
   * The service has executed every slot before {@code end}. Any thread. The next cycle sees it;
   * only where the backlog may stop this replica one is asked for at once.
   */
  @Override
  public void executed(long end) {
    if (shared.decided() - end >= laggingSlots) {
      wake();
    }
  }

  @Override
  public void digest(long end, long digest) {
    order(new Event.DigestTaken(end, digest));
  }

  @Override
  public void halted(long slot, long next) {
    order(new Event.ServiceHalted(slot, next));
  }

  @Override
  public void restored() {
    wake();
  }

  /** More of what was persisted is durable. Any thread. */
  void durable() {
    wake();
  }

  /** There is no space for the journal, or there is again. Any thread. */
  void storageFull(boolean full) {
    order(new Event.StorageFull(full));
  }

  /** The garbage collector takes most of the time, or no longer does. Any thread. */
  public void collectorBusy(boolean busy) {
    order(new Event.CollectorBusy(busy));
  }

  @Override
  public void snapshotProgress(Event event) {
    order(event);
  }

  /** A message in the inbox, with the bytes of its frame. */
  record Inbound(Event.Received event, int bytes) {}

  @Override
  protected void handle(Object item, long nowNanos) {
    start(nowNanos);
    if (item instanceof CoreEffects.PartToSend read) {
      wiring.send(read);
      return;
    }
    if (item instanceof Inbound inbound) {
      receive(inbound);
      return;
    }
    if (item instanceof Event.Subscribed subscribed && !isOpen(subscribed.ticket())) {
      // The order that it is gone may have come before what it had asked for.
      return;
    }
    if (item instanceof Event.Proposed proposed) {
      tally.proposed(proposed.batch());
    }
    if (item instanceof Event.ReadRequested read) {
      readClocks(read.consistency().kind());
    }
    step((Event) item, nanoTime());
    stepToSelf();
  }

  /** The read depends on the age of something, or its round shows how old the state is. */
  private void readClocks(Consistency.Kind kind) {
    boolean needsBoth =
        switch (kind) {
          case BOUNDED, QUORUM -> true;
          case LEASE -> hasLeases;
          default -> false;
        };
    if (needsBoth) {
      step(wallClock(), nanoTime());
    }
  }

  private Event wallClock() {
    return new Event.WallClock(TimeUnit.MILLISECONDS.toNanos(currentTimeMillis()));
  }

  private void receive(Inbound inbound) {
    inboxBytes.addAndGet(-inbound.bytes());
    Message message = inbound.event().message();
    if (!bounds.allow(message, journal.pendingBytes())) {
      // The disk hangs: the message is as lost as in the network, and sent again.
      observer.accept(new ProtocolEvent.Ignored(message.getClass(), "the disk is too far behind"));
      return;
    }
    if (message instanceof Heartbeat heartbeat && heartbeat.limits() != null) {
      batcher.leaderHasChosen(heartbeat.view(), heartbeat.limits());
    }
    step(inbound.event(), nanoTime());
    stepToSelf();
  }

  private static boolean isOpen(Object subscriber) {
    return ((ClientConnection) subscriber).isOpen();
  }

  @Override
  protected void endCycle(long nowNanos) {
    start(nowNanos);
    wiring.sendDurable(nowNanos);
    stepToSelf();
    long executed = service.executed();
    if (executed > executedSeen) {
      executedSeen = executed;
      step(new Event.Executed(executed, service.restoredMemberships()), nowNanos);
      stepToSelf();
    }
    if (nowNanos - replica.nextWakeUpNanos() >= 0) {
      step(hasLeases ? wallClock() : Event.WakeUp.INSTANCE, hasLeases ? nanoTime() : nowNanos);
      stepToSelf();
    }
    replica.endCycle(nowNanos, effects);
    shared.afterCycle(replica, batcher, nowNanos);
    reportTransfers();
    // What was executed before that was published.
    if (service.executed() > executedSeen) {
      executed(executedSeen);
    }
    worked();
    peers.flush();
  }

  @Override
  protected long nextWakeUpNanos() {
    return started ? replica.nextWakeUpNanos() : 0;
  }

  @Override
  protected void discard(Object item) {
    if (item instanceof Event.ReadRequested read && read.ticket() instanceof Queries queries) {
      queries.release();
    } else if (item instanceof Event.TransferAsked asked) {
      ended(asked.ticket());
    } else if (item instanceof Event.MembershipAsked asked) {
      ended(asked.ticket());
    }
  }

  private void ended(Object ticket) {
    ((TransferListener) ticket).ended("the replica has stopped");
    reportTransfers();
  }

  /** Not before the others see the new leader. */
  private void reportTransfers() {
    for (Runnable ended = transferred.poll(); ended != null; ended = transferred.poll()) {
      ended.run();
    }
  }

  /** The executing stage ends later, and frees the refused reads. */
  @Override
  protected void release() {
    if (started) {
      replica.end(nanoTime(), effects);
      reportTransfers();
    }
  }

  private void start(long nowNanos) {
    if (!started) {
      replica.start(nowNanos, effects);
      watch.stepped();
      started = true;
      stepToSelf();
    }
  }

  private void stepToSelf() {
    for (Event event = wiring.toSelf(); event != null; event = wiring.toSelf()) {
      step(event, nanoTime());
    }
  }

  private void step(Event event, long nowNanos) {
    watch.steps(event);
    replica.step(event, nowNanos, effects);
    watch.stepped();
    tally.window(replica.openSlots(), nowNanos);
  }
}

package io.synod.replica.stage;

import io.netty.channel.EventLoop;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.ReadEffects;
import io.synod.core.effect.SnapshotEffects;
import io.synod.core.event.Event;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.SnapshotPart;
import io.synod.core.read.QuorumReads;
import io.synod.core.settings.Consistency;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.snapshot.SnapshotTrigger;
import io.synod.core.subscription.Subscriber;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.core.time.BothClocks;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.ingress.Queries;
import io.synod.network.subscriber.SourceFollower;
import io.synod.network.subscriber.SourceSettings;
import io.synod.network.wire.Leadership;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs a learner: follows the decided sequence, hands it to the service, and serves reads that need
 * no leader. For a quorum read it asks its source up to which slot the read must see, as a proxy
 * asks all replicas. On the event loop of its connection.
 */
public final class FollowStage extends Stage implements SnapshotListener, ExecutionListener {
  private static final int INBOX_ITEMS = 1 << 13;
  private static final int SOURCE = 0;

  private final Subscriber subscriber;
  private final SourceFollower follower;
  private final BothClocks clocks = new BothClocks();
  private final QuorumReads reads;
  private final SnapshotTrigger trigger;
  private final Consumer<Leadership> onLeadership;
  private final Wiring wiring = new Wiring();

  private final UnexecutedBatches underWay;

  // With this many batches under way, credit is granted as soon as some are executed, otherwise
  // with the next delivery.
  private volatile boolean isScarce;

  private ServiceStage service;
  private TransferStage transfers;
  private long executedSeen;
  private long deliveredBytes;
  private boolean started;

  // What others may know. Written on the executor.
  private volatile long decided;
  private volatile String source = "";
  private volatile long snapshotEnd;
  private volatile Leadership leadership = new Leadership(View.NONE, Leadership.UNKNOWN, "");

  /**
   * How a learner follows.
   *
   * @param first slot that the service's state does not include
   * @param readsMax that may wait
   * @param askAgainNanos after which the source is asked again for the slots that reads wait for
   * @param patienceNanos after which a read is refused
   * @param heldSlotsMax slots that a service may hold while it waits until a request is skipped. If
   *     the replicas have halted there too, they decide no more than that
   * @param heldBytesMax bytes of these slots
   * @param seed of what is drawn
   */
  public record Settings(
      SourceSettings sources,
      SubscriptionSettings subscription,
      SnapshotSettings snapshots,
      long first,
      int readsMax,
      long askAgainNanos,
      long patienceNanos,
      int heldSlotsMax,
      long heldBytesMax,
      long seed) {}

  /**
   * @param executor on {@code loop}
   * @param onLeadership called on the executor when the source reports another leader
   * @param watch observes what the learner follows
   * @param onBug receives what has cost the connection to a source
   */
  public FollowStage(
      StageExecutor executor,
      EventLoop loop,
      Settings settings,
      Consumer<Leadership> onLeadership,
      ReplicaWatch watch,
      Consumer<Throwable> onBug,
      Consumer<Throwable> onFailure) {
    super("follow", executor, INBOX_ITEMS, onFailure);
    this.onLeadership = onLeadership;
    underWay = new UnexecutedBatches(settings.heldSlotsMax(), settings.heldBytesMax());
    subscriber = new Subscriber(settings.subscription(), settings.snapshots(), settings.first());
    follower =
        new SourceFollower(
            loop,
            settings.sources(),
            subscriber,
            new Followed(onBug, onFailure),
            effects -> watch.follows(this, effects),
            settings.seed());
    reads =
        new QuorumReads(
            0,
            Quorums.majority(1),
            settings.readsMax(),
            settings.askAgainNanos(),
            settings::patienceNanos,
            clocks,
            settings.seed());
    trigger = new SnapshotTrigger(settings.snapshots(), settings.first());
    snapshotEnd = settings.first();
    decided = settings.first();
  }

  /** Before the first cycle. */
  public void connect(ServiceStage serviceStage, TransferStage transferStage) {
    service = serviceStage;
    transfers = transferStage;
    executedSeen = serviceStage.executed();
  }

  /** Reads that need no leader. Any thread. False if too many wait: the caller keeps them. */
  public boolean read(Queries queries) {
    return offer(queries);
  }

  /**
   * A client asks for a part of a snapshot; one is taken if there is none. Any thread. False if the
   * inbox is full.
   */
  public boolean sendSnapshot(ClientConnection client, FetchSnapshot request) {
    return offer(new SnapshotAsked(client, request));
  }

  /** A snapshot is to be taken. Any thread; lost if the inbox is full. */
  public void takeSnapshot() {
    offer(Order.TAKE_SNAPSHOT);
  }

  /** Every slot before this one is decided, as far as a source has reported. Any thread. */
  public long decided() {
    return decided;
  }

  /** The address of the source that is followed; empty while there is none. Any thread. */
  public String source() {
    return source;
  }

  /** Every slot before this one is in the newest snapshot. Any thread. */
  public long snapshotEnd() {
    return snapshotEnd;
  }

  /** The leader, as far as a source has reported it. Any thread. */
  public Leadership leadership() {
    return leadership;
  }

  @Override
  public void executed(long end) {
    if (isScarce) {
      wake();
    }
  }

  @Override
  public void halted(long slot, long next) {
    wake();
  }

  @Override
  public void restored() {
    order(Order.RESTORED);
  }

  private record SnapshotAsked(ClientConnection client, FetchSnapshot request) {}

  private enum Order {
    RESTORED,
    TAKE_SNAPSHOT
  }

  @Override
  public void snapshotProgress(Event event) {
    order(event);
  }

  @Override
  protected void handle(Object item, long nowNanos) {
    if (item instanceof Queries queries) {
      // The cycle may have begun long before: a bound is counted from here.
      read(queries, nanoTime());
    } else if (item instanceof Event.PartStored stored) {
      follower.onPartStored(stored);
      if (stored.complete()) {
        trigger.stored(stored.end(), wiring);
      }
    } else if (item instanceof Event.SnapshotTaken taken) {
      trigger.onTaken(taken, nowNanos, wiring);
    } else if (item instanceof Event.SnapshotLost lost) {
      trigger.onLost(lost);
    } else if (item == Order.RESTORED) {
      // Batches that were delivered before it were executed before it.
      acknowledge(underWay.count());
      executedSeen = service.executed();
      follower.onRestored();
    } else if (item instanceof SnapshotAsked asked) {
      send(asked);
    } else if (item == Order.TAKE_SNAPSHOT) {
      trigger.want(subscriber.next());
    }
  }

  private void send(SnapshotAsked asked) {
    ClientConnection client = asked.client();
    if (asked.request().end() == 0 && !trigger.wantRecent(subscriber.next(), nanoTime())) {
      client.send(SnapshotPart.NONE);
    } else {
      transfers.readFor(client, asked.request(), client::send);
    }
  }

  private void read(Queries queries, long nowNanos) {
    Consistency consistency = queries.consistency();
    if (consistency.kind() != Consistency.Kind.STALE) {
      clocks.read(nowNanos, TimeUnit.MILLISECONDS.toNanos(currentTimeMillis()));
    }
    switch (consistency.kind()) {
      case STALE -> service.serve(queries);
      case BOUNDED -> reads.addBounded(queries, consistency.boundNanos(), nowNanos, wiring);
      default -> reads.add(queries, nowNanos, wiring);
    }
  }

  @Override
  protected void endCycle(long nowNanos) {
    if (!started) {
      started = true;
      trigger.start(nowNanos);
      follower.start();
    }
    acknowledge((int) Math.max(0, Math.min(service.executed() - executedSeen, underWay.count())));
    if (service.halt() != null) {
      grant(underWay.hold());
    }
    trigger.update(subscriber.next(), deliveredBytes, nowNanos, wiring);
    reads.update(subscriber.next(), nowNanos, wiring);
    decided = subscriber.decided();
    source = follower.source();
    snapshotEnd = trigger.storedEnd();
    worked();
  }

  /** Executed batches free credit for more. */
  private void acknowledge(int batches) {
    executedSeen += batches;
    grant(underWay.executed(batches));
  }

  private void grant(long bytes) {
    isScarce = isMuchUnderWay();
    if (bytes > 0) {
      follower.consumed(bytes);
    }
  }

  private boolean isMuchUnderWay() {
    return 2 * underWay.bytes() > subscriber.grantBytes();
  }

  @Override
  protected long nextWakeUpNanos() {
    return Math.min(reads.nextWakeUpNanos(), trigger.nextWakeUpNanos());
  }

  @Override
  protected void discard(Object item) {
    if (item instanceof Queries queries) {
      queries.release();
    }
  }

  @Override
  protected void release() {
    follower.close();
    // The executing stage ends later, and frees the refused reads.
    reads.refuseAll(wiring);
  }

  /** What the follower brings, on the executor's thread. */
  private final class Followed implements SourceFollower.Sink {
    private final Consumer<Throwable> onBug;
    private final Consumer<Throwable> onFailure;

    Followed(Consumer<Throwable> onBug, Consumer<Throwable> onFailure) {
      this.onBug = onBug;
      this.onFailure = onFailure;
    }

    @Override
    public void deliver(long slot, Batch batch) {
      long weight = Subscriber.weight(batch);
      underWay.add(weight);
      // Before the service gets the batch, so that it notifies this stage after executing it.
      isScarce |= isMuchUnderWay();
      deliveredBytes += weight;
      service.deliver(slot, batch);
      wake();
    }

    @Override
    public void storeSnapshotPart(SnapshotPart part) {
      transfers.store(part);
    }

    @Override
    public void dropSnapshotParts() {
      transfers.drop();
    }

    @Override
    public void restoreSnapshot(long end) {
      service.restore(end);
    }

    /** It may have said that it waits for credit. */
    @Override
    public void onReceived() {
      isScarce |= isMuchUnderWay();
      wake();
    }

    @Override
    public void onLost() {
      wake();
    }

    @Override
    public void onReadReply(QuorumReadReply reply) {
      reads.onReply(SOURCE, reply);
      wake();
    }

    @Override
    public void onLeadership(Leadership newest) {
      if (!newest.equals(leadership)) {
        leadership = newest;
        onLeadership.accept(newest);
      }
    }

    @Override
    public void onOtherCluster(String reason) {
      onFailure.accept(new CannotGoOn(reason));
    }

    @Override
    public void onConnectionBug(Throwable bug) {
      onBug.accept(bug);
    }

    @Override
    public void onFailure(Throwable bug) {
      onFailure.accept(bug);
    }
  }

  /** The effects of reads and snapshots, made real. */
  private final class Wiring implements ReadEffects, SnapshotEffects {

    /** Without a source it is lost, and sent again. */
    @Override
    public void send(ReplicaSet to, Message message) {
      follower.ask(message);
    }

    @Override
    public void serveRead(Object ticket) {
      service.serve((Queries) ticket);
    }

    @Override
    public void refuseRead(Object ticket, boolean busy) {
      service.refuse((Queries) ticket, busy ? ReplyStatus.BUSY : ReplyStatus.NOT_LEADER);
    }

    @Override
    public void takeSnapshot() {
      service.capture(false);
    }

    @Override
    public void cutJournal(long slot) {
      // There is none.
    }
  }
}

package io.synod.network.subscriber;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.SubscriberEffects;
import io.synod.core.event.Event;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.SnapshotPart;
import io.synod.core.subscription.Subscriber;
import io.synod.network.transport.BackOff;
import io.synod.network.transport.HostPort;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.Credit;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Subscribe;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives a {@link Subscriber} on an event loop: connects to one source after another, beginning
 * with a random one, and owns clock and timer. If that is the leader and another replica is
 * reachable, it picks again once, because the leader has the most work. Confined to the event loop
 * but for {@link #start}.
 */
public final class SourceFollower {
  private static final Logger LOG = LoggerFactory.getLogger(SourceFollower.class);
  private static final long DELAY_NANOS_MIN = 20_000_000L;
  private static final long NOT_DUE = Long.MAX_VALUE;

  private final EventLoop loop;
  private final SourceSettings settings;
  private final Subscriber subscriber;
  private final Sink sink;
  private final BackOff backOff;
  private final KnownAddresses known;

  // The effects that the subscriber calls: the wiring, or what an observer put in front of it.
  private final SubscriberEffects wiring;

  // Null while there is none.
  private SourceConnection source;
  private boolean isConnected;
  private boolean isFollowed;
  private int next;

  // The source that is followed, dialled, or dialled next.
  private InetSocketAddress address;

  // Attempts without a source that is followed, since one was or since the last round in vain.
  private int inVain;

  // Attempts without a welcome in a row, since the last report of that.
  private int unreached;

  // Refusals because of other settings, since a source was followed or since the last report.
  private int otherSettings;

  // Refusals in a row by replicas of another cluster, and whether the last attempt is one.
  private int otherCluster;
  private boolean isOtherCluster;

  // Whether a source was ever followed: replicas that then turn up under another name do not end
  // it.
  private boolean hasFollowed;

  private final SourceLog log = new SourceLog();
  private boolean leaderPassed;
  private ScheduledFuture<?> timer;
  private long timerAt = NOT_DUE;
  private boolean closed;

  /** Receives the decisions that are followed. On the event loop; never waits. */
  public interface Sink {

    /** A subscriber that asked for the next slot that will be decided begins with this one. */
    default void begins(long slot) {}

    /** A decided batch: slots come in order, each once, behind what was restored. */
    void deliver(long slot, Batch batch);

    /** {@link #onPartStored} is to be called when the part is stored or could not be. */
    void storeSnapshotPart(SnapshotPart part);

    /** What was stored of a snapshot will not be completed. */
    void dropSnapshotParts();

    /** {@link #onRestored} is to be called when the snapshot that is stored was restored. */
    void restoreSnapshot(long end);

    /** A source has sent a message about decided slots, and all that it delivers is delivered. */
    default void onReceived() {}

    /** The source that was followed is not followed any more. */
    default void onLost() {}

    /** A source answers {@link #ask}. */
    default void onReadReply(QuorumReadReply reply) {}

    /** A source reports the leader. */
    default void onLeadership(Leadership leadership) {}

    /** None of the sources takes a connection, the last one for this reason; tries again. */
    default void onUnreachable(String reason) {}

    /**
     * As many refusals as there are sources, all because this subscriber has other settings, and
     * none is followed; the last one has this reason. Tries again.
     */
    default void onOtherSettings(String reason) {}

    /**
     * Each source has answered that it belongs to another cluster, and none was ever followed. The
     * follower has stopped.
     *
     * @param reason says what the last one has answered and what to do
     */
    void onOtherCluster(String reason);

    /** A bug has cost a connection; another source is followed. */
    default void onConnectionBug(Throwable bug) {}

    /** A bug: the follower has stopped. */
    void onFailure(Throwable bug);
  }

  /**
   * @param observer puts other effects in front of those that it is given, or gives them back
   * @param seed of what is drawn
   */
  public SourceFollower(
      EventLoop loop,
      SourceSettings settings,
      Subscriber subscriber,
      Sink sink,
      UnaryOperator<SubscriberEffects> observer,
      long seed) {
    this.loop = loop;
    this.settings = settings;
    this.subscriber = subscriber;
    this.sink = sink;
    wiring = observer.apply(new Wiring());
    SplittableRandom random = new SplittableRandom(seed);
    backOff = new BackOff(DELAY_NANOS_MIN, random);
    known = new KnownAddresses(settings.sources());
    next = random.nextInt(known.size());
    address = known.at(next);
  }

  /** Any thread, once. */
  public void start() {
    loop.execute(this::dial);
  }

  /** The source that is followed, as text; empty while there is none. */
  public String source() {
    return isFollowed ? HostPort.text(address) : "";
  }

  /** Asks the source; lost if there is none. */
  public void ask(Message message) {
    if (isConnected && !closed) {
      source.send(message);
    }
  }

  /** So much of what was delivered is done with: see {@link Subscriber#consumed}. */
  public void consumed(long bytes) {
    if (!closed) {
      guarded(() -> subscriber.consumed(bytes, wiring));
    }
  }

  public void onPartStored(Event.PartStored event) {
    if (!closed) {
      guarded(() -> subscriber.onPartStored(event, nanoTime(), wiring));
    }
  }

  public void onRestored() {
    if (!closed) {
      guarded(() -> subscriber.onRestored(nanoTime(), wiring));
    }
  }

  /** From now on the sink is not called. */
  public void close() {
    closed = true;
    if (timer != null) {
      timer.cancel(false);
    }
    if (source != null) {
      source.close();
    }
  }

  private void dial() {
    if (closed) {
      return;
    }
    Sockets.of(loop).lookUp(address).thenAccept(found -> loop.execute(() -> connect(found)));
  }

  private void connect(InetSocketAddress found) {
    if (closed) {
      return;
    }
    if (found.isUnresolved()) {
      lost("unknown host");
    } else {
      source = SourceConnection.dial(loop, found, settings, new Heard());
    }
  }

  private void guarded(Runnable step) {
    try {
      step.run();
      setTimer();
    } catch (RuntimeException | Error bug) {
      failed(bug);
    }
  }

  private void failed(Throwable bug) {
    if (!closed) {
      close();
      sink.onFailure(bug);
    }
  }

  private void lost(String reason) {
    boolean wasFollowed = isFollowed;
    boolean wasConnected = isConnected;
    otherCluster = isOtherCluster ? otherCluster + 1 : 0;
    isOtherCluster = false;
    isConnected = false;
    isFollowed = false;
    source = null;
    if (wasFollowed) {
      log.lost(address, subscriber.next(), known.size(), reason);
      sink.onLost();
    } else {
      LOG.debug("{}: {}", HostPort.text(address), reason);
      attemptFailed(reason, wasConnected);
    }
    next();
    loop.schedule(this::dial, backOff.delayNanos(), TimeUnit.NANOSECONDS);
  }

  /** An attempt has led to no source that is followed. */
  private void attemptFailed(String reason, boolean wasConnected) {
    if (!hasFollowed && otherCluster >= known.size()) {
      close();
      sink.onOtherCluster(
          "no replica of cluster '%s' answers; the last address tried was %s: %s"
              .formatted(settings.cluster(), HostPort.text(address), reason));
      return;
    }
    if (++inVain >= known.size()) {
      inVain = 0;
      known.onRoundInVain();
      log.cannotFollow(address, known.size(), reason);
    }
    if (!wasConnected && ++unreached >= known.size()) {
      unreached = 0;
      sink.onUnreachable(HostPort.text(address) + ": " + reason);
    }
    if (otherSettings >= known.size()) {
      otherSettings = 0;
      sink.onOtherSettings(HostPort.text(address) + ": " + reason);
    }
  }

  private void next() {
    next = (next + 1) % known.size();
    address = known.at(next);
  }

  /** An earlier timer that is no longer needed causes a look at nothing. */
  private void setTimer() {
    long at = subscriber.nextWakeUpNanos();
    if (closed || at == NOT_DUE || timerAt != NOT_DUE && at - timerAt >= 0) {
      return;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    timerAt = at;
    long delay = Math.max(0, at - nanoTime());
    timer = loop.schedule(this::timeIsUp, delay, TimeUnit.NANOSECONDS);
  }

  private long nanoTime() {
    return Sockets.nanoTime(loop);
  }

  private void timeIsUp() {
    timerAt = NOT_DUE;
    guarded(() -> subscriber.onDeadline(nanoTime(), wiring));
  }

  /** Listener of one connection. */
  private final class Heard implements SourceConnection.Listener {

    @Override
    public void onWelcome(boolean leads) {
      unreached = 0;
      otherCluster = 0;
      if (leads && !leaderPassed && known.size() > 1) {
        leaderPassed = true;
        source.close();
        next();
        dial();
        return;
      }
      isConnected = true;
      guarded(() -> subscriber.connected(nanoTime(), wiring));
    }

    @Override
    public void onLeadership(Leadership leadership) {
      sink.onLeadership(leadership);
    }

    /** The source goes on, even if it is no member any more, until it ends. */
    @Override
    public void onMembers(Members members) {
      known.onMembers(members);
    }

    @Override
    public void onMessage(Message message) {
      guarded(() -> handle(message));
    }

    private void handle(Message message) {
      if (message instanceof Decided decided) {
        boolean isFirst = !isFollowed;
        follows();
        log.received(address, isFirst, subscriber.next(), decided.decided());
        if (decided.first() <= subscriber.next() || subscriber.next() < 0) {
          // Otherwise a snapshot is to be fetched, which may fail for as long as a disk is full.
          backOff.reset();
        }
        // Otherwise a subscriber that leaves the leader for an unusable replica would do so for
        // ever.
        leaderPassed &= decided.batches().isEmpty();
        subscriber.onDecided(decided, nanoTime(), wiring);
        sink.onReceived();
      } else if (message instanceof SnapshotPart part) {
        subscriber.onSnapshotPart(part, wiring);
      } else if (message instanceof QuorumReadReply reply) {
        sink.onReadReply(reply);
      }
    }

    /** Every replica welcomes a subscriber; this one has also sent something and not refused it. */
    private void follows() {
      if (!isFollowed) {
        isFollowed = true;
        hasFollowed = true;
        inVain = 0;
        otherSettings = 0;
      }
    }

    @Override
    public void onRefused(Refused refused) {
      otherSettings += refused.isForSettings() ? 1 : 0;
      isOtherCluster = refused.isForCluster();
    }

    @Override
    public void onEnd(String reason) {
      if (isConnected) {
        guarded(() -> subscriber.disconnected(wiring));
      }
      if (!closed) {
        lost(reason);
      }
    }

    @Override
    public void onBug(Throwable bug) {
      sink.onConnectionBug(bug);
    }
  }

  /** The subscriber's effects, made real. */
  private final class Wiring implements SubscriberEffects {

    @Override
    public void send(ReplicaSet to, Message message) {
      source.send(message);
    }

    @Override
    public void subscribe(long first, long creditBytes, long keepAliveNanos) {
      Subscribe subscribe = new Subscribe(first, creditBytes, keepAliveNanos, settings.terms());
      source.send(subscribe.encode(source.channel().alloc()));
    }

    @Override
    public void credit(long bytes) {
      source.send(new Credit(bytes).encode(source.channel().alloc()));
    }

    @Override
    public void begins(long slot) {
      sink.begins(slot);
    }

    @Override
    public void deliver(long slot, Batch batch) {
      sink.deliver(slot, batch);
    }

    @Override
    public void storeSnapshotPart(SnapshotPart part) {
      sink.storeSnapshotPart(part);
    }

    @Override
    public void dropSnapshotParts() {
      sink.dropSnapshotParts();
    }

    @Override
    public void restoreSnapshot(long end) {
      sink.restoreSnapshot(end);
    }

    @Override
    public void observe(ProtocolEvent event) {
      LOG.debug("{}: {}", HostPort.text(address), event);
    }

    /** The subscriber has taken itself off the source already. */
    @Override
    public void leaveSource(String reason) {
      source.close();
      // It is the subscriber that is stepping: the next source is dialled later.
      lost(reason);
    }
  }
}

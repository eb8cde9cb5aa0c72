package io.synod.network.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.synod.network.transport.BackOff;
import io.synod.network.transport.FailureWords;
import io.synod.network.transport.Sockets;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to one replica while its address is known: dials, and dials again with
 * back-off whenever there is none. Of two members, the one with the lower number only shows by its
 * hello that it runs, seldom: the higher one then dials it. It takes over the connection of the
 * lower one if it does not know its address or cannot reach it. Confined to the event loop.
 */
final class Dialler {
  /** Before the second attempt; see {@link BackOff}. */
  static final long DELAY_NANOS_MIN = 10_000_000L;

  private static final Logger log = LoggerFactory.getLogger(Dialler.class);

  // A connection that lived for less has not shown that the trouble is over.
  private static final long STABLE_NANOS = 1_000_000_000L;

  private static final long SELDOM_NANOS = 5_000_000_000L;

  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final PeerPort port;
  private final PeerLink link;
  private final BackOff backOff;
  private final SplittableRandom random;

  // Where to dial; null while that is unknown.
  private InetSocketAddress address;

  // What the address meant when it could be looked up last; null while that is unknown.
  private InetSocketAddress meant;

  // Whether the open connection began before the replica's address changed.
  private boolean moved;

  // Whether the last dial found no connection at all.
  private boolean failing;

  // Whether no welcome has followed yet to the dial that a hello of the other side has caused, and
  // whether one has not: the address may be another's by now, or a proxy's that takes connections.
  private boolean isAnswering;
  private boolean isAstray;

  // Whether an address is being looked up.
  private boolean lookingUp;

  // Of the last dial; null if another has taken its place.
  private Channel channel;

  // Null unless it is due.
  private Future<?> retry;

  private long openedNanos;
  private boolean closed;

  /**
   * @param base has the event loop as its group
   */
  Dialler(Bootstrap base, PeerPort port, PeerLink link) {
    this.port = port;
    this.link = link;
    loop = base.config().group().next();
    Handshake handshake = new DialledHandshake(port, this, link);
    bootstrap = base.clone().disableResolver().handler(new Dialled(port, handshake));
    long seed = port.settings().seed() * 31 + link.replica;
    backOff = new BackOff(DELAY_NANOS_MIN, new SplittableRandom(seed));
    random = new SplittableRandom(seed);
  }

  /** The members have changed, or may be dialled from now on. */
  void update() {
    InetSocketAddress before = address;
    address = port.members().address(link.replica);
    boolean isOther = address != null && before != null && !address.equals(before);
    if (isOther) {
      moved = link.isConnected();
      isAstray = false;
      backOff.reset();
    }
    if (isOther || address == null) {
      meant = null;
      dropDial();
    }
    dial();
  }

  /** Gives up a dial that is under way; an open connection goes on. */
  private void dropDial() {
    cancelRetry();
    Channel dialled = channel;
    channel = null;
    if (dialled != null && !link.isConnectedBy(dialled)) {
      dialled.close();
    }
  }

  /** Whether this replica would dial the other one. */
  boolean knowsAddress() {
    return address != null;
  }

  /** Whether it has tried in vain. */
  boolean isFailing() {
    return failing || isAstray;
  }

  /** Whether a connection is wanted that is not there. */
  boolean isNeeded() {
    return address != null && (!link.isConnected() || moved && !isSeldom());
  }

  /** Whether the other replica is the one that dials. */
  boolean isSeldom() {
    return link.replica > port.settings().self() && !port.members().isStandby();
  }

  private void dial() {
    boolean isUnderWay = lookingUp || channel != null && channel.isOpen();
    if (closed || isUnderWay || !isNeeded()) {
      return;
    }
    cancelRetry();
    lookingUp = true;
    InetSocketAddress wanted = address;
    Sockets.of(loop)
        .lookUp(wanted)
        .thenAccept(found -> loop.execute(() -> lookedUp(wanted, found)));
  }

  private void lookedUp(InetSocketAddress wanted, InetSocketAddress found) {
    lookingUp = false;
    if (closed || !isNeeded()) {
      return;
    }
    if (!wanted.equals(address)) {
      dial();
    } else if (found.isUnresolved()) {
      failing = true;
      report(found, "unknown host");
      if (meant == null) {
        retry();
      } else {
        // Without an answer of a name server the peer is most likely where it was.
        connect(meant);
      }
    } else {
      meant = found;
      connect(found);
    }
  }

  /**
   * The peer, which has a lower number, has no connection with this replica. An existing one, or
   * one that is being dialled, belongs to the time before its start. Dialling again is safe even if
   * the connection is new.
   */
  void redial() {
    log.info(
        "replica {}: replica {} has started; connects to it", port.settings().self(), link.replica);
    backOff.reset();
    isAstray |= isAnswering;
    isAnswering = true;
    Channel older = channel;
    channel = null;
    link.closeRestarted();
    if (older != null) {
      older.close();
    }
    cancelRetry();
    dial();
  }

  void close() {
    closed = true;
    cancelRetry();
    if (channel != null) {
      channel.close();
    }
  }

  private void connect(InetSocketAddress found) {
    ChannelFuture connecting = bootstrap.connect(found);
    Channel dialled = connecting.channel();
    if (!dialled.isRegistered() && connecting.isDone()) {
      // There was no socket to be had, of which nothing else reports the end.
      failing = true;
      report(found, FailureWords.of(connecting.cause()));
      retry();
      return;
    }
    channel = dialled;
    connecting.addListener(done -> failing &= !done.isSuccess());
    // Netty closes a channel that cannot connect before it notifies the listener above.
    dialled.closeFuture().addListener(ended -> onClosed(dialled, found, connecting.cause()));
  }

  private void report(InetSocketAddress found, String failure) {
    if (!isSeldom() && link.isNews(failure)) {
      log.info(
          "replica {}: cannot reach replica {} at {}: {}; keeps trying",
          port.settings().self(),
          link.replica,
          found,
          failure);
    }
  }

  /**
   * @param failure why there was no connection at all; null if there was one
   */
  private void onClosed(Channel dialled, InetSocketAddress found, Throwable failure) {
    if (closed || dialled != channel) {
      return;
    }
    channel = null;
    if (failure != null) {
      failing = true;
      report(found, FailureWords.of(failure));
    }
    isAstray |= isAnswering && !link.isConnected();
    isAnswering = false;
    retry();
  }

  /** The link has a connection, dialled by either side. */
  void opened() {
    openedNanos = Sockets.nanoTime(loop);
    moved = false;
    if (link.isConnectedBy(channel)) {
      isAnswering = false;
      isAstray = false;
    }
  }

  /** The link has lost its connection, dialled by either side. */
  void lost() {
    if (Sockets.nanoTime(loop) - openedNanos > STABLE_NANOS) {
      backOff.reset();
    }
    retry();
  }

  private void retry() {
    if (closed || address == null || retry != null) {
      return;
    }
    long seldomNanos = SELDOM_NANOS - random.nextLong(SELDOM_NANOS / 2);
    long delayNanos = isSeldom() ? seldomNanos : backOff.delayNanos();
    retry = loop.schedule(this::dialAgain, delayNanos, TimeUnit.NANOSECONDS);
  }

  private void dialAgain() {
    retry = null;
    dial();
  }

  private void cancelRetry() {
    if (retry != null) {
      retry.cancel(false);
      retry = null;
    }
  }
}

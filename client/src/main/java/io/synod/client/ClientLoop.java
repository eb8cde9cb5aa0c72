package io.synod.client;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.transport.Sockets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives a {@link ClientCore}, its {@link LeaderHints} and {@link ProxyQueries} on an event loop:
 * owns the clock, the timer, the sockets and the intake through which other threads send. Every
 * event ends in one {@link #runCycle}, which takes all requests since the last cycle, so that many
 * requests share a task, a frame and a flush.
 */
final class ClientLoop {
  private static final Logger log = LoggerFactory.getLogger(SynodClient.class);
  private static final String CLOSED = "the client is closed";
  private static final long PROXY_SEED = 0x9E3779B97F4A7C15L;
  private static final long HINTS_SEED = 0xC2B2AE3D27D4EB4FL;
  private static final String LOOP_OVER = "the client's event loop is shut down";

  private final EventLoop loop;
  private final Intake intake;
  private final Readiness readiness;
  private final ClientCore core;
  private final ProxyQueries proxied;

  // Null if the client keeps none.
  private final LeaderHints hints;
  private final long originNanos;

  // Why the client sends nothing any more; written before the intake closes.
  private volatile String endReason = CLOSED;

  // Confined to the event loop from here on.
  private final RefusalLog refusals = new RefusalLog(log);
  private boolean cyclePending;
  private boolean closed;
  private ScheduledFuture<?> timer;
  private long timerAt = Long.MAX_VALUE;

  ClientLoop(EventLoop loop, Sockets sockets, ClientSettings settings, long seed) {
    this(loop, sockets, settings, ByteBufAllocator.DEFAULT, seed);
  }

  /**
   * @param buffers allocates the frames that are sent
   */
  ClientLoop(
      EventLoop loop,
      Sockets sockets,
      ClientSettings settings,
      ByteBufAllocator buffers,
      long seed) {
    this.loop = loop;
    originNanos = Sockets.nanoTime(loop);
    this.intake = new Intake(settings.heldMax(), settings.heldBytesMax());
    this.readiness = new Readiness(settings.session().connections());
    SocketWire wire = new SocketWire(loop, sockets, settings, buffers);
    KnownAddresses replicas = new KnownAddresses(settings.replicas());
    this.core =
        new ClientCore(
            wire,
            replicas,
            settings.outstandingMax(),
            settings.timing(),
            settings.session().listener(),
            readiness,
            intake::release,
            seed);
    wire.serve(this, core);
    SocketWire proxyWire = new SocketWire(loop, sockets, settings, buffers);
    this.proxied =
        new ProxyQueries(
            proxyWire,
            settings.asksLearners() ? KnownAddresses.fixed(settings.proxies()) : replicas,
            settings.outstandingMax(),
            settings.timing(),
            intake::release,
            seed ^ PROXY_SEED);
    proxyWire.serve(this, proxied);
    this.hints =
        settings.keepsHints()
            ? hints(new SocketWire(loop, sockets, settings, buffers), settings, replicas, seed)
            : null;
  }

  private LeaderHints hints(
      SocketWire wire, ClientSettings settings, KnownAddresses replicas, long seed) {
    LeaderHints made = new LeaderHints(wire, core, replicas, settings.timing(), seed ^ HINTS_SEED);
    wire.serve(this, made);
    return made;
  }

  /** For its connections. */
  RefusalLog refusals() {
    return refusals;
  }

  /** Begins to connect. Any thread, once. */
  void start() {
    loop.execute(this::runCycle);
  }

  /** Takes a request; its future ends in any case. Any thread; does not block. */
  void send(Request request) {
    if (isRefused(request)) {
      return;
    }
    switch (intake.offer(request)) {
      case FIRST -> wakeUp();
      case BEHIND -> {}
      case FULL ->
          request.completeExceptionally(
              new RequestFailedException(
                  "never sent: too many requests wait in this client; wait for answers before sending more"));
      case CLOSED ->
          request.completeExceptionally(new RequestFailedException("never sent: " + endReason));
    }
  }

  /** Whether the client never has space for it; it has failed then. */
  private boolean isRefused(Request request) {
    boolean isTooLarge = intake.isTooLarge(request);
    if (isTooLarge) {
      request.completeExceptionally(
          new RequestFailedException(
              "never sent: a request of %d bytes is more than the client may hold"
                  .formatted(request.payload().length)));
    }
    return isTooLarge;
  }

  /** As {@link #send}, but waits while the client has no space. */
  void sendWaiting(Request request) throws InterruptedException {
    if (isRefused(request)) {
      return;
    }
    Intake.Admission admission = intake.offer(request);
    while (admission == Intake.Admission.FULL) {
      intake.awaitSpace(loop, request);
      admission = intake.offer(request);
    }
    if (admission == Intake.Admission.CLOSED) {
      request.completeExceptionally(new RequestFailedException("never sent: " + endReason));
    } else if (admission == Intake.Admission.FIRST) {
      wakeUp();
    }
  }

  /** Any thread. */
  ClientState state() {
    return readiness.state(intake.count());
  }

  boolean awaitReady(long nanos) throws InterruptedException {
    return readiness.await(loop, nanos);
  }

  private void wakeUp() {
    if (loop.inEventLoop() && cyclePending) {
      return;
    }
    try {
      loop.execute(this::runCycle);
    } catch (RejectedExecutionException loopIsOver) {
      endReason = LOOP_OVER;
      abandon(intake.close(), "never sent: " + LOOP_OVER);
    }
  }

  /** Nanoseconds since the client was made. */
  long now() {
    return Sockets.nanoTime(loop) - originNanos;
  }

  /** After what the event loop does now; a channel may have failed before it was on a loop. */
  void later(Runnable task) {
    loop.execute(task);
  }

  /** A {@link #runCycle} will be called before the event loop does anything else. */
  void cycleComes() {
    cyclePending = true;
  }

  /** Takes what was sent, does what is due, and sets the timer. Event loop. */
  void runCycle() {
    cyclePending = false;
    if (closed) {
      return;
    }
    if (loop.isShuttingDown()) {
      end(LOOP_OVER);
      return;
    }
    try {
      long now = now();
      submit(intake.takeAll(), now);
      core.advance(now);
      proxied.advance(now);
      intake.wakeWaiting();
      setTimer(Math.min(core.nextWakeUpNanos(), proxied.nextWakeUpNanos()), now);
      if (hints != null) {
        hints.advance(now);
        setTimer(hints.nextWakeUpNanos(), now);
      }
    } catch (Throwable bug) {
      failed(bug);
    }
  }

  /** The client's state is not to be trusted any more: it ends. */
  private void failed(Throwable bug) {
    log.error(
        "the client stopped because of a bug: all its requests fail; make a new client, and please"
            + " report this",
        bug);
    end("the client stopped because of a bug, make a new one: " + bug);
  }

  private void submit(Request oldest, long now) {
    Request request = oldest;
    while (request != null) {
      Request next = request.next;
      if (request.isQuery() && request.consistency().isAnywhere()) {
        proxied.submit(request, now);
      } else {
        core.submit(request, now);
      }
      request = next;
    }
  }

  /** An earlier timer that is no longer needed just causes a cycle with nothing to do. */
  private void setTimer(long at, long now) {
    if (at >= timerAt) {
      return;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    timerAt = at;
    timer = loop.schedule(this::timeIsUp, Math.max(0, at - now), TimeUnit.NANOSECONDS);
  }

  private void timeIsUp() {
    timer = null;
    timerAt = Long.MAX_VALUE;
    runCycle();
  }

  /** Ends every request and the connection. Event loop, or any thread once the loop is over. */
  void close() {
    end(loop.isShuttingDown() ? LOOP_OVER : CLOSED);
  }

  private void end(String reason) {
    if (closed) {
      return;
    }
    closed = true;
    endReason = reason;
    if (timer != null) {
      timer.cancel(false);
    }
    // Each of them, whatever becomes of the others: no future and no thread waits for ever. A
    // callback of a failed request does not see a client that is ready.
    endPart(readiness::disconnected);
    endPart(readiness::close);
    endPart(() -> abandon(intake.close(), "never sent: " + reason));
    endPart(() -> core.close(reason, now()));
    endPart(() -> proxied.close(reason));
    if (hints != null) {
      endPart(hints::close);
    }
  }

  private void endPart(Runnable part) {
    try {
      part.run();
    } catch (Throwable failure) {
      log.error("a part of this client failed when it ended; the others end all the same", failure);
      Sockets.survives(loop, failure);
    }
  }

  private static void abandon(Request oldest, String reason) {
    Request request = oldest;
    while (request != null) {
      Request next = request.next;
      request.completeExceptionally(new RequestFailedException(reason));
      request = next;
    }
  }
}

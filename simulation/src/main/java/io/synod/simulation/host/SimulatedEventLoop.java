package io.synod.simulation.host;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.Ticker;
import io.synod.network.transport.Sockets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An event loop on a simulated thread, with tasks and timers in their order, on the host's clock.
 * The clock must not be negative: Netty treats a negative deadline as none.
 */
public final class SimulatedEventLoop extends AbstractScheduledEventExecutor
    implements EventLoop, Sockets.Owned {
  private static final int TASKS_PER_TURN = 64;

  private final SimulatedHost host;
  private final SimulatedThread thread;
  private final Sockets sockets;
  private final HostTicker ticker;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final Runnable turn = this::turn;
  private final Promise<Void> terminated = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);

  // The open channels, in the order of their registration.
  private final Set<Channel> channels = new LinkedHashSet<>();
  private boolean turnComes;
  private boolean isEnding;
  private boolean isOver;
  private long timerNanos = Long.MAX_VALUE;

  SimulatedEventLoop(SimulatedHost host, String name, Sockets sockets) {
    this.host = host;
    this.sockets = sockets;
    thread = new SimulatedThread(host, name);
    ticker = new HostTicker(host);
    // Netty keeps a resolver for each loop until this future ends, whether well or not.
    host.onEnd(() -> terminated.tryFailure(new CancellationException("the process was killed")));
  }

  @Override
  public Sockets sockets() {
    return sockets;
  }

  SimulatedHost host() {
    return host;
  }

  @Override
  public Ticker ticker() {
    return ticker;
  }

  @Override
  public void execute(Runnable task) {
    if (isOver) {
      throw new RejectedExecutionException("the event loop has ended");
    }
    tasks.add(task);
    if (!turnComes) {
      turnComes = true;
      thread.soon(turn);
    }
  }

  private void turn() {
    turnComes = false;
    for (int left = TASKS_PER_TURN; left > 0 && host.isAlive(); left--) {
      Runnable task = pollScheduledTask(ticker.nanoTime());
      task = task == null ? tasks.poll() : task;
      if (task == null) {
        break;
      }
      task.run();
    }
    if (!tasks.isEmpty() && !turnComes) {
      turnComes = true;
      thread.soon(turn);
    }
    setTimer();
  }

  private void setTimer() {
    long deadline = nextScheduledTaskDeadlineNanos();
    if (deadline == -1 || turnComes) {
      return;
    }
    long at = host.virtual(ticker.beganNanos() + deadline);
    if (at < timerNanos) {
      timerNanos = at;
      thread.at(at, () -> timeIsUp(at));
    }
  }

  private void timeIsUp(long at) {
    if (timerNanos == at) {
      timerNanos = Long.MAX_VALUE;
    }
    if (!turnComes) {
      turn();
    }
  }

  @Override
  public boolean inEventLoop() {
    return thread.isCurrent();
  }

  @Override
  public boolean inEventLoop(Thread real) {
    return thread.isCurrent();
  }

  @Override
  public ChannelFuture register(Channel channel) {
    return register(new DefaultChannelPromise(channel, this));
  }

  @Override
  public ChannelFuture register(ChannelPromise promise) {
    Channel channel = promise.channel();
    channels.add(channel);
    channel.closeFuture().addListener(done -> channels.remove(channel));
    channel.unsafe().register(this, promise);
    return promise;
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel, ChannelPromise promise) {
    return register(promise);
  }

  @Override
  public EventLoopGroup parent() {
    return this;
  }

  @Override
  public EventLoop next() {
    return this;
  }

  @Override
  public Iterator<io.netty.util.concurrent.EventExecutor> iterator() {
    return Collections.<io.netty.util.concurrent.EventExecutor>singleton(this).iterator();
  }

  @Override
  public boolean isShuttingDown() {
    return isEnding || isShutdown();
  }

  @Override
  public boolean isShutdown() {
    return isOver || !host.isAlive();
  }

  @Override
  public boolean isTerminated() {
    return isShutdown();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isShutdown();
  }

  @Override
  public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
    if (!isShuttingDown()) {
      isEnding = true;
      thread.soon(this::end);
    }
    return terminated;
  }

  /** As Netty's: closes open channels, runs waiting tasks, and accepts no more. */
  private void end() {
    List.copyOf(channels).forEach(channel -> channel.unsafe().close(channel.voidPromise()));
    cancelScheduledTasks();
    while (!tasks.isEmpty() && host.isAlive()) {
      tasks.poll().run();
    }
    isOver = true;
    terminated.trySuccess(null);
  }

  @Override
  public Future<?> terminationFuture() {
    return terminated;
  }

  @Override
  @Deprecated
  public void shutdown() {
    throw new UnsupportedOperationException("a simulated process ends by being killed");
  }

  /** The host's clock from the loop's begin on, since Netty accepts no deadline before zero. */
  private record HostTicker(SimulatedHost host, long beganNanos) implements Ticker {

    HostTicker(SimulatedHost host) {
      this(host, host.nanoTime());
    }

    @Override
    public long initialNanoTime() {
      return 0;
    }

    @Override
    public long nanoTime() {
      return host.nanoTime() - beganNanos;
    }

    @Override
    public void sleep(long delay, TimeUnit unit) {
      throw new UnsupportedOperationException("no event loop sleeps");
    }
  }
}

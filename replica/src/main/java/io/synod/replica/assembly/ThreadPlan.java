package io.synod.replica.assembly;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.synod.network.transport.Sockets;
import io.synod.replica.config.ThreadLayout;
import io.synod.replica.executor.EventLoopExecutor;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.executor.ThreadExecutor;
import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.WorkMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Which threads exist in a layout, and which stage runs on which.
 *
 * <pre>
 *             client sockets   peer sockets   protocol   batcher   service
 *   STAGED    network          replica        replica    batcher   service
 *   SPLIT     network          replica        replica    replica   replica
 *   MERGED    replica          replica        replica    replica   replica
 * </pre>
 *
 * <p>Journal and snapshots have threads of their own in every layout.
 */
final class ThreadPlan implements AutoCloseable {
  private final List<EventLoopGroup> groups = new ArrayList<>();
  private final List<Runnable> starts = new ArrayList<>();
  private final List<Runnable> ends = new ArrayList<>();

  private final EventLoopGroup clientLoops;
  private final EventLoop peerLoop;
  private final Machine machine;
  private final boolean staged;
  private final String prefix;
  private final WorkMeter meter;

  /**
   * @param machine has the threads
   * @param prefix of the threads' names
   * @param clientThreads event loops for clients, unless everything shares one
   * @param meter receives the activity of each thread
   */
  ThreadPlan(
      Machine machine,
      Sockets sockets,
      ThreadLayout layout,
      String prefix,
      int clientThreads,
      WorkMeter meter) {
    this.machine = machine;
    this.prefix = prefix;
    this.meter = meter;
    staged = layout == ThreadLayout.STAGED;
    boolean merged = layout == ThreadLayout.MERGED;
    clientLoops = group(sockets, merged ? "replica" : "network", merged ? 1 : clientThreads);
    peerLoop = merged ? clientLoops.next() : group(sockets, "replica", 1).next();
  }

  EventLoopGroup clientLoops() {
    return clientLoops;
  }

  EventLoop peerLoop() {
    return peerLoop;
  }

  /** An executor for the batcher's or the service's stage. */
  StageExecutor executor(String stageName) {
    if (staged) {
      return ownExecutor(stageName);
    }
    return loopExecutor(Activity.ofStage(stageName));
  }

  /**
   * An executor on the event loop of the replica's peers: what they send and are sent is handed
   * over without waking another thread.
   */
  StageExecutor loopExecutor(Activity activity) {
    return new EventLoopExecutor(peerLoop, stage -> meter.ended(activity));
  }

  /** An executor with a thread of its own, for a stage that waits for a disk. */
  StageExecutor ownExecutor(String stageName) {
    StageExecutor executor = machine.executor(prefix + stageName);
    if (executor instanceof ThreadExecutor real) {
      meter.dedicate(real.thread(), Activity.ofStage(stageName));
    }
    return executor;
  }

  /** The stage will start and end with the plan. */
  void run(StageExecutor executor, Stage stage) {
    starts.add(() -> executor.start(stage));
    ends.add(executor::close);
  }

  /** Runs the task once the stages that were added before have ended; logs where it hangs. */
  void atEnd(Runnable task) {
    ends.add(() -> machine.runWatched(task));
  }

  void start() {
    starts.forEach(Runnable::run);
  }

  /** Each ends a stage, or is a task of the end, in the order in which they were added. */
  List<Runnable> stageEnds() {
    return List.copyOf(ends);
  }

  /** Ends the event loops and waits for them, unless called on one of them. */
  @Override
  public void close() {
    giveUp();
    for (EventLoopGroup group : groups) {
      if (!isOn(group)) {
        Sockets.sync(group, group.terminationFuture());
      }
    }
  }

  private static boolean isOn(EventLoopGroup group) {
    for (EventExecutor loop : group) {
      if (loop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  /** Ends the event loops, and does not wait: nothing has begun. */
  void giveUp() {
    for (EventLoopGroup group : groups) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private EventLoopGroup group(Sockets sockets, String name, int threads) {
    try {
      EventLoopGroup group = sockets.eventLoops(threads, prefix + name);
      groups.add(group);
      return group;
    } catch (RuntimeException | Error notToBeHad) {
      giveUp();
      throw notToBeHad;
    }
  }
}

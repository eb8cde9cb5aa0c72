package io.synod.replica;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.network.transport.Transport;
import io.synod.replica.config.ThreadLayout;
import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.lane.EventLoopLane;
import io.synod.replica.lane.Lane;
import io.synod.replica.lane.Stage;
import io.synod.replica.lane.ThreadLane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Which threads exist in a layout, and which stage runs on which.
 *
 * <pre>
 *             client sockets   peer sockets   batcher   protocol   service
 *   STAGED    network          network        batcher   protocol   service
 *   SPLIT     network          replica        replica   replica    replica
 *   MERGED    replica          replica        replica   replica    replica
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
  private final boolean staged;
  private final String prefix;
  private final WorkMeter meter;

  /**
   * @param prefix of the threads' names
   * @param clientThreads event loops for clients, unless everything shares one
   * @param meter told whose work the threads do
   */
  ThreadPlan(
      ThreadLayout layout, Transport transport, String prefix, int clientThreads, WorkMeter meter) {
    this.prefix = prefix;
    this.meter = meter;
    staged = layout == ThreadLayout.STAGED;
    boolean merged = layout == ThreadLayout.MERGED;
    clientLoops = group(transport, merged ? "replica" : "network", merged ? 1 : clientThreads);
    peerLoop =
        layout == ThreadLayout.SPLIT ? group(transport, "replica", 1).next() : clientLoops.next();
  }

  EventLoopGroup clientLoops() {
    return clientLoops;
  }

  EventLoop peerLoop() {
    return peerLoop;
  }

  /** A lane for the stage of this name. */
  Lane lane(String stageName) {
    if (staged) {
      return ownLane(stageName);
    }
    return loopLane(Activity.ofStage(stageName));
  }

  /** A lane on the event loop of the replica's peers, whatever the layout. */
  Lane loopLane(Activity activity) {
    return new EventLoopLane(peerLoop, stage -> meter.ended(activity));
  }

  /** A lane with a thread of its own, for a stage that waits for a disk. */
  Lane ownLane(String stageName) {
    ThreadLane lane = new ThreadLane(prefix + stageName);
    meter.dedicate(lane.thread(), Activity.ofStage(stageName));
    return lane;
  }

  /** The stage will start and end with the plan. */
  void run(Lane lane, Stage stage) {
    if (lane instanceof ThreadLane thread) {
      starts.add(() -> thread.start(stage));
      ends.add(thread::close);
    } else if (lane instanceof EventLoopLane loop) {
      starts.add(() -> loop.start(stage));
      ends.add(loop::close);
    }
  }

  void start() {
    starts.forEach(Runnable::run);
  }

  /** Ends the stages, in the order in which they were added. */
  void endStages() {
    ends.forEach(Runnable::run);
  }

  /** Ends the event loops and waits for them. */
  @Override
  public void close() {
    for (EventLoopGroup group : groups) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
    for (EventLoopGroup group : groups) {
      group.terminationFuture().syncUninterruptibly();
    }
  }

  private EventLoopGroup group(Transport transport, String name, int threads) {
    EventLoopGroup group = transport.eventLoops(threads, prefix + name);
    groups.add(group);
    return group;
  }
}

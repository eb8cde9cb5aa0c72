package io.synod.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.synod.core.command.Batch;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceSettings;
import io.synod.storage.snapshot.SnapshotStore;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All who wait for the end of what is followed see it. */
class FollowingTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, this::threadOfLoop, NioIoHandler.newFactory());
  private boolean isExhausted;
  private boolean isReleased;

  @AfterEach
  void end() {
    isExhausted = false;
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private Thread threadOfLoop(Runnable task) {
    return isExhausted ? new UnstartableThread(task) : new Thread(task);
  }

  @Test
  void it_ends_if_the_system_has_no_thread_for_the_receiver() {
    assertEnds(following(UnstartableThread::new));
  }

  @Test
  void it_ends_if_the_system_has_no_thread_for_the_connection() {
    isExhausted = true;
    assertEnds(following(Thread::new));
  }

  /** Code that catches an InterruptedException interrupts its thread again. */
  @Test
  void it_goes_on_although_its_receiver_leaves_the_thread_interrupted() {
    CompletableFuture<String> unreachable = new CompletableFuture<>();
    CompletableFuture<Boolean> releasedInterrupted = new CompletableFuture<>();
    Following following =
        following(
            Thread::new,
            new Releasing() {
              @Override
              public void starts() {
                Thread.currentThread().interrupt();
              }

              @Override
              public void onUnreachable(String reason) {
                Thread.currentThread().interrupt();
                unreachable.complete(reason);
              }

              @Override
              public void release() {
                releasedInterrupted.complete(Thread.currentThread().isInterrupted());
              }
            });
    following.start();
    try {
      assertThat(unreachable).succeedsWithin(LONG);
    } finally {
      following.close();
    }
    assertThat(following.closed()).isCompleted();
    assertThat(releasedInterrupted).isCompletedWithValue(false);
  }

  private void assertEnds(Following following) {
    assertThatThrownBy(following::start).isInstanceOf(OutOfMemoryError.class);

    assertThat(following.closed())
        .failsWithin(LONG)
        .withThrowableThat()
        .withRootCauseInstanceOf(OutOfMemoryError.class);
    assertThat(isReleased).isTrue();
    following.close();
  }

  private Following following(ThreadFactory threads) {
    return following(threads, new Releasing());
  }

  private Following following(ThreadFactory threads, Following.Receiver receiver) {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere.invalid", 7100);
    return new Following(
        loops.next(),
        new SourceSettings("test", "", List.of(nowhere), 1 << 20, 1),
        new SubscriptionSettings(1, 1),
        new SnapshotSettings(
            SnapshotSettings.NEVER, SnapshotSettings.NEVER, SnapshotSettings.NEVER, 1, 1, 1),
        0,
        receiver,
        threads);
  }

  /** As every thread is where the system's limit of them is reached. */
  private static final class UnstartableThread extends Thread {
    private UnstartableThread(Runnable task) {
      super(task);
    }

    @Override
    public void start() {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  private class Releasing implements Following.Receiver {
    @Override
    public void begins(long slot) {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public void onBatch(long slot, Batch batch) {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public SnapshotStore store() {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public void onSnapshot(long end) {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public String noSpace(long end) {
      throw new AssertionError("nothing is followed");
    }

    @Override
    public void release() {
      isReleased = true;
    }
  }
}

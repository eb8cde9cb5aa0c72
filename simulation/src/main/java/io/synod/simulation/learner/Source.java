package io.synod.simulation.learner;

import io.synod.core.message.Message;
import io.synod.simulation.network.SubscriberConnection;
import io.synod.simulation.node.SimulatedProcess;
import java.util.SplittableRandom;

/** Connects a learner to one replica after the other, as the runtime's follower of sources does. */
final class Source implements SubscriberConnection.Listener {
  private static final long DELAY_NANOS_MIN = 20_000_000L;
  private static final long DELAY_NANOS_MAX = 1_000_000_000L;
  private static final long CONNECT_NANOS = 500_000_000L;

  private final int learner;
  private final LearnerWorld world;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final Listener listener;

  // Null while there is none.
  private SubscriberConnection connection;
  private boolean isConnected;
  private int turn;
  private long delayNanos = DELAY_NANOS_MIN;

  /** What a source brings. */
  interface Listener {
    void onConnected();

    void onMessage(Message message);

    void onLost();
  }

  Source(
      int learner,
      LearnerWorld world,
      SimulatedProcess process,
      SplittableRandom random,
      Listener listener) {
    this.learner = learner;
    this.world = world;
    this.process = process;
    this.random = random;
    this.listener = listener;
    turn = random.nextInt(world.replicas());
  }

  void dial() {
    SubscriberConnection dialled = world.network().dial(learner, turn, this);
    connection = dialled;
    process.after(
        CONNECT_NANOS,
        () -> {
          if (connection == dialled && !isConnected) {
            dialled.close();
            lost();
          }
        });
  }

  boolean isConnected() {
    return isConnected;
  }

  /** Only while it is connected. */
  SubscriberConnection connection() {
    return connection;
  }

  /** The replica that is followed or dialled. */
  int replica() {
    return turn;
  }

  /** It tells what is decided. */
  void isOfUse() {
    delayNanos = DELAY_NANOS_MIN;
  }

  /** The learner has taken itself off it. */
  void leave() {
    connection.close();
    lost();
  }

  /** The process is gone. */
  void die() {
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void onWelcome(SubscriberConnection from) {
    process.run(
        () -> {
          if (from == connection) {
            isConnected = true;
            listener.onConnected();
          }
        });
  }

  @Override
  public void onMessage(SubscriberConnection from, Message message) {
    process.run(
        () -> {
          if (from == connection) {
            listener.onMessage(message);
          }
        });
  }

  @Override
  public void onEnd(SubscriberConnection from) {
    process.run(
        () -> {
          if (from == connection) {
            boolean wasFollowed = isConnected;
            lost();
            if (wasFollowed) {
              listener.onLost();
            }
          }
        });
  }

  private void lost() {
    isConnected = false;
    connection = null;
    turn = (turn + 1) % world.replicas();
    long delay = delayNanos - random.nextLong(delayNanos / 2);
    delayNanos = Math.min(2 * delayNanos, DELAY_NANOS_MAX);
    process.after(delay, this::dial);
  }
}

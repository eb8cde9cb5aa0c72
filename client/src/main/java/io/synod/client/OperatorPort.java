package io.synod.client;

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.synod.core.session.SessionLimits;
import io.synod.network.wire.ChangeMembers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What an operator asks of replicas, and how his call passes time. Of one call, and confined to its
 * thread.
 */
interface OperatorPort extends AutoCloseable {

  /** The status of a replica, a JSON object. Does not block; fails with an IOException. */
  Future<String> status(InetSocketAddress replica, Duration timeout);

  /** That of a future which is done. */
  static String answer(Future<String> done) throws IOException {
    if (!done.isSuccess()) {
      throw new IOException(done.cause().getMessage(), done.cause());
    }
    return done.getNow();
  }

  /** Asks the leader for other members and waits for its answer: its status before. */
  String change(InetSocketAddress leader, ChangeMembers change, Duration timeout)
      throws IOException, InterruptedException;

  /**
   * Asks the leader to transfer its leadership and waits for its answer: its status before, which
   * may be somewhat old.
   */
  String move(InetSocketAddress leader, int to, Duration timeout)
      throws IOException, InterruptedException;

  /** Asks the leader to raise the cluster's version and waits for its answer: its status before. */
  String upgrade(InetSocketAddress leader, int level, int service, Duration timeout)
      throws IOException, InterruptedException;

  /** Asks the leader for other limits of sessions and waits for its answer: its status before. */
  String changeLimits(InetSocketAddress leader, SessionLimits limits, Duration timeout)
      throws IOException, InterruptedException;

  /** To be completed by a listener of a status, and to be awaited. */
  Promise<Void> promise();

  /**
   * Waits until {@code end} is done.
   *
   * @return whether it is, after {@code millisMax} at most
   */
  boolean await(Future<?> end, long millisMax) throws InterruptedException;

  /** The clock of the call, as {@link System#nanoTime}. */
  long nanoTime();

  /** Waits. */
  void pause(long millis) throws InterruptedException;

  /** The call is over. */
  @Override
  void close();
}

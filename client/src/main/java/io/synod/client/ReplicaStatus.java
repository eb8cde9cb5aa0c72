package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.settings.BatchLimits;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.TryLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;

/**
 * Asks one replica, in any role, for its status, or has it do something and returns the status
 * before. All methods block, for {@code timeout} at most, which is more than zero. Any thread.
 */
public final class ReplicaStatus {

  private ReplicaStatus() {}

  /**
   * Connects, asks, and closes the connection. Blocks until then.
   *
   * @param replica its client address
   * @return the status, a JSON object
   * @throws IOException if there is no status within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String fetch(InetSocketAddress replica, Duration timeout)
      throws IOException, InterruptedException {
    try (OperatorConnections connections = OperatorConnections.open("")) {
      return connections.answer(connections.status(replica, timeout));
    }
  }

  /**
   * Has the replica measure the bandwidth of its links to its peers. Returns before it has; a later
   * status has the results.
   *
   * @param replica its client address
   * @param cluster its name: others than its clients must not load its links
   * @return the status now, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String measureLinks(InetSocketAddress replica, String cluster, Duration timeout)
      throws IOException, InterruptedException {
    return ask(replica, cluster, buffers -> Frame.empty(buffers, FrameType.MEASURE_LINKS), timeout);
  }

  /**
   * Has the replica keep to other limits of its batches for a time, if it leads and {@code
   * tuning.trials} allows it, within what it may choose by itself. Another call replaces them.
   *
   * @param replica its client address
   * @param cluster its name
   * @param maxBytes of a batch, at least 1
   * @param window batches that may be undecided, at least 1
   * @param length of the trial, a minute at most; zero ends it
   * @return the status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String tryLimits(
      InetSocketAddress replica,
      String cluster,
      int maxBytes,
      int window,
      Duration length,
      Duration timeout)
      throws IOException, InterruptedException {
    TryLimits trial = new TryLimits(new BatchLimits(maxBytes, window), length.toNanos());
    return ask(replica, cluster, trial::encode, timeout);
  }

  /**
   * Has the leader transfer its leadership. Another replica ignores this. A later status shows in
   * {@code transfer} how many transfers have ended, and why the last one failed.
   *
   * @param leader its client address
   * @param cluster its name
   * @param to the replica that is to lead; -1 for the one of the highest priority, and among equals
   *     the one that knows most
   * @return the leader's status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String moveLeader(
      InetSocketAddress leader, String cluster, int to, Duration timeout)
      throws IOException, InterruptedException {
    try (OperatorConnections connections = OperatorConnections.open(cluster)) {
      return connections.move(leader, to, timeout);
    }
  }

  /**
   * Has a replica or a learner take a snapshot of all that it has executed, unless it has one. A
   * later status shows the newest in {@code storage.snapshotEnd}.
   *
   * @param replica its client address
   * @param cluster its name
   * @return the status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String takeSnapshot(InetSocketAddress replica, String cluster, Duration timeout)
      throws IOException, InterruptedException {
    return ask(replica, cluster, buffers -> Frame.empty(buffers, FrameType.TAKE_SNAPSHOT), timeout);
  }

  /**
   * Has the cluster skip a request at which its service has halted ({@code service.on-exception =
   * stop}). Only the leader takes this. A later status shows whether the service goes on.
   *
   * @param leader its client address
   * @param cluster its name
   * @param slot of the request
   * @param request its index in the slot
   * @return the leader's status before, a JSON object
   * @throws IOException if there is no answer within {@code timeout}; the message names the replica
   *     and what happened
   */
  public static String skip(
      InetSocketAddress leader, String cluster, long slot, int request, Duration timeout)
      throws IOException, InterruptedException {
    byte[] skip = new SkipEntry(slot, request).payload();
    try (OperatorConnections connections = OperatorConnections.open(cluster)) {
      return connections.propose(leader, BatchEntry.SKIP, skip, timeout);
    }
  }

  private static String ask(
      InetSocketAddress replica,
      String cluster,
      Function<ByteBufAllocator, ByteBuf> question,
      Duration timeout)
      throws IOException, InterruptedException {
    try (OperatorConnections connections = OperatorConnections.open(cluster)) {
      return connections.ask(replica, question, timeout);
    }
  }
}

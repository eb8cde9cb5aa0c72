package io.synod.simulation.client;

import io.netty.channel.WriteBufferWaterMark;
import io.synod.client.ClientState;
import io.synod.client.RequestFailedException;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.service.ServiceException;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedThread;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/** A thread of a client's process on which its calls wait: for space, or for the answer. */
final class WaitingCalls {
  private static final int READY_MILLIS_MAX = 2_000;
  private static final int EXECUTED_ONE_IN = 3;
  private static final int NARROW_BYTES_MAX = 512;

  private final SimulatedThread main;
  private final SplittableRandom random;

  WaitingCalls(SimulatedHost host, SplittableRandom random) {
    main = new SimulatedThread(host, "main");
    this.random = random;
  }

  /** Of its connections. Null for the usual one. */
  WriteBufferWaterMark narrow() {
    int high = random.nextInt(NARROW_BYTES_MAX);
    return random.nextBoolean() ? null : new WriteBufferWaterMark(1 + high / 2, 1 + high);
  }

  void awaitReady(SynodClient client) {
    Duration patience = Duration.ofMillis(random.nextInt(READY_MILLIS_MAX));
    main.soon(
        () ->
            uninterrupted(
                () -> {
                  client.awaitReady(patience);
                  ClientState state = client.state();
                  if (state.isReady() != state.leader() >= 0) {
                    throw new Violation("a client is in a state that does not exist: %s", state);
                  }
                }));
  }

  /**
   * Sends a request, or a query through the log, after those before.
   *
   * @param isOrdered whether {@code end} must know the answer before the event that follows
   */
  void send(
      SynodClient client,
      byte[] payload,
      boolean isQuery,
      boolean isOrdered,
      BiConsumer<byte[], Throwable> end) {
    boolean isExecuted = !isOrdered && random.nextInt(EXECUTED_ONE_IN) == 0;
    main.soon(
        () ->
            uninterrupted(
                () -> {
                  if (isExecuted) {
                    execute(client, payload, isQuery, end);
                  } else if (isQuery) {
                    client.query(payload, Consistency.LOG).whenComplete(end);
                  } else {
                    client.sendWaiting(payload).whenComplete(end);
                  }
                }));
  }

  private static void execute(
      SynodClient client, byte[] payload, boolean isQuery, BiConsumer<byte[], Throwable> end)
      throws InterruptedException {
    byte[] answer = null;
    Throwable failure = null;
    try {
      answer = isQuery ? client.executeQuery(payload, Consistency.LOG) : client.execute(payload);
    } catch (ServiceException | RequestFailedException | RequestUnknownException known) {
      failure = known;
    }
    end.accept(answer, failure);
  }

  private interface Call {
    void run() throws InterruptedException;
  }

  private static void uninterrupted(Call call) {
    try {
      call.run();
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

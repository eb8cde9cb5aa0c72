package io.synod.simulation.client;

import io.synod.client.RequestFailedException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.simulation.check.Violation;
import io.synod.simulation.service.Command;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Requests and queries that a client must refuse, or that are cancelled at once. */
final class InvalidRequests {
  private static final int ONE_IN = 40;
  private static final int TOO_LARGE_BYTES = 1 << 20;

  private final SplittableRandom random;
  private final Consumer<Throwable> onFailure;

  /**
   * @param onFailure receives a violation if one of them is answered
   */
  InvalidRequests(SplittableRandom random, Consumer<Throwable> onFailure) {
    this.random = random;
    this.onFailure = onFailure;
  }

  /** With one request in {@value #ONE_IN}: sends one that is too large, and cancels a query. */
  void sendSometimes(SynodClient client) {
    if (random.nextInt(ONE_IN) > 0) {
      return;
    }
    byte[] tooLarge = new byte[TOO_LARGE_BYTES];
    if (random.nextBoolean()) {
      mustFail(client.send(tooLarge), "a request larger than a frame is sent");
    } else {
      mustFail(client.query(tooLarge, Consistency.STALE), "a query larger than a frame is sent");
    }
    client.query(Command.strange(1, 1), Consistency.STALE).cancel(false);
  }

  /** Closes the client twice, on a thread that may wait, and uses it all the same. */
  void sendAfterClose(SynodClient client) {
    client.close();
    client.close();
    mustFail(client.send(new byte[1]), "a closed client takes a request");
    mustFail(client.query(new byte[1]), "a closed client takes a query");
    try {
      mustFail(client.sendWaiting(new byte[1]), "a closed client takes a request that waits");
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void mustFail(CompletableFuture<byte[]> answer, String otherwise) {
    answer.whenComplete(
        (bytes, failure) -> {
          if (!(failure instanceof RequestFailedException)) {
            onFailure.accept(new Violation("%s: %s", otherwise, failure));
          }
        });
  }
}

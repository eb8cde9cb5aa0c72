package io.synod.benchmarks.load;

import io.synod.client.SynodClient;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Requests of zeros of many lengths, created in advance: sending a request allocates no array. */
final class MixedLengthRequests implements Requests {
  private static final int DRAWN = 4096;

  private final byte[][] requests = new byte[DRAWN][];
  private int sent;

  /** Lengths from {@code bytesLeast} to {@code bytesMost}, both included. */
  MixedLengthRequests(int bytesLeast, int bytesMost) {
    SplittableRandom random = new SplittableRandom(0);
    for (int index = 0; index < DRAWN; index++) {
      requests[index] = new byte[random.nextInt(bytesLeast, bytesMost + 1)];
    }
  }

  @Override
  public CompletableFuture<byte[]> sendNext(SynodClient client) {
    return client.send(next());
  }

  byte[] next() {
    int index = sent;
    sent = (sent + 1) % DRAWN;
    return requests[index];
  }
}

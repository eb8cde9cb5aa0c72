package io.synod.benchmarks.load;

import io.synod.client.SynodClient;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Reads and writes of random keys, all of them made beforehand: sending one makes no array. */
final class KeyValueRequests implements Requests {
  private static final int PERCENT = 100;

  private final SplittableRandom random;
  private final int readPercent;
  private final byte[][] reads;
  private final byte[][] writes;

  KeyValueRequests(int keys, int readPercent, int valueBytes, long seed) {
    random = new SplittableRandom(seed);
    this.readPercent = readPercent;
    reads = new byte[keys][];
    writes = new byte[keys][];
    byte[] value = new byte[valueBytes];
    for (int key = 0; key < keys; key++) {
      random.nextBytes(value);
      reads[key] = KeyValueCommand.get(key);
      writes[key] = KeyValueCommand.put(key, value);
    }
  }

  @Override
  public CompletableFuture<byte[]> sendNext(SynodClient client) {
    return client.send(next());
  }

  byte[] next() {
    boolean read = random.nextInt(PERCENT) < readPercent;
    return (read ? reads : writes)[random.nextInt(reads.length)];
  }
}

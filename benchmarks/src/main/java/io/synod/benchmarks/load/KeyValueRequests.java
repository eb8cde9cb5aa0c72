package io.synod.benchmarks.load;

import io.synod.client.SynodClient;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Reads and writes of random keys, created in advance: sending a request allocates no array. */
final class KeyValueRequests implements Requests {
  private static final int PERCENT = 100;

  private final SplittableRandom random = new SplittableRandom(0);
  private final Workload.KeyValues workload;
  private final byte[][] reads;
  private final byte[][] writes;

  // The number of keys that are still to be written before the first read.
  private int unwritten;

  KeyValueRequests(Workload.KeyValues workload, int valueBytes) {
    this.workload = workload;
    int keys = workload.keys();
    unwritten = workload.writesNothing() ? keys : 0;
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
    byte[] request = next();
    return request[0] == KeyValueCommand.GET
        ? client.query(request, workload.reads())
        : client.send(request);
  }

  byte[] next() {
    if (unwritten > 0) {
      return writes[--unwritten];
    }
    boolean read = random.nextInt(PERCENT) < workload.readPercent();
    return (read ? reads : writes)[random.nextInt(reads.length)];
  }
}

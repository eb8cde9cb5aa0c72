package io.synod.benchmarks.load;

import io.synod.client.SynodClient;
import java.util.concurrent.CompletableFuture;

/** Makes the requests of the clients of one event loop, on that event loop. */
interface Requests {

  /** Sends the next request by this client, in whatever way it is to be sent. Does not block. */
  CompletableFuture<byte[]> sendNext(SynodClient client);
}

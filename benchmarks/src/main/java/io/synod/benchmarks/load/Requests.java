package io.synod.benchmarks.load;

import io.synod.client.SynodClient;
import java.util.concurrent.CompletableFuture;

/** Creates and sends the requests of all clients, on their event loop. */
interface Requests {

  /** Sends the next request by this client. Does not block. */
  CompletableFuture<byte[]> sendNext(SynodClient client);
}

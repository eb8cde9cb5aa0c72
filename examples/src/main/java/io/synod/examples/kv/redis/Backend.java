package io.synod.examples.kv.redis;

import java.util.concurrent.CompletableFuture;

/**
 * Where an endpoint's commands are executed. Called on event loops; must not block. The futures may
 * be completed on any thread, also with a {@link CommandFailure}.
 */
public interface Backend {

  /** Executes writes in the order of the calls, for one calling thread. */
  CompletableFuture<byte[]> write(byte[] request);

  /** Answers a read that sees every write that was answered before the call. */
  CompletableFuture<byte[]> read(byte[] request);

  /** What INFO says of this process, as lines of {@code key:value} under {@code # Section}. */
  String info();
}

package io.synod.examples.kv.redis;

import java.util.concurrent.CompletableFuture;

/**
 * Executes an endpoint's commands. Called on event loops; must not block. Any thread may complete
 * the futures, also with a {@link CommandFailure}.
 */
public interface Backend {

  /** Executes writes in the order of the calls, for one calling thread. */
  CompletableFuture<byte[]> write(byte[] request);

  /**
   * Answers a read.
   *
   * @param latest whether it must see every write answered before the call; otherwise it has the
   *     consistency that reads of this endpoint have
   */
  CompletableFuture<byte[]> read(byte[] request, boolean latest);

  /** The text of INFO for this process, as lines of {@code key:value} under {@code # Section}. */
  String info();
}

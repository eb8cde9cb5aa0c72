package io.synod.service;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A captured state of a service, independent of what the service executes or restores afterwards.
 * Used by one thread at a time that is not the service thread; what the service did before the
 * capture is visible to it. Another state may be captured before this one is closed.
 */
@FunctionalInterface
public interface Snapshot extends AutoCloseable {

  /**
   * Streams the captured state. Called once at most, while the service goes on executing; the state
   * need not fit into memory. A later version of the service, on another replica, may have to read
   * it, so begin with a version.
   *
   * @param out buffered by Synod, which checksums what is written; it need not be flushed or
   *     closed, and closing it does nothing
   * @throws IOException what {@code out} threw, let through: the snapshot is given up then.
   *     Anything else that is thrown, an IOException of the service's own too, stops this replica,
   *     because the state cannot be read any more. If the service has halted at a request, an
   *     exception only gives the snapshot up.
   */
  void writeTo(OutputStream out) throws IOException;

  /**
   * Frees what the capture holds; by default there is nothing to free. Called once, whether it was
   * written, only in part, or not at all. What is thrown here stops this replica; an exception does
   * not if the service has halted at a request.
   */
  @Override
  default void close() {}
}

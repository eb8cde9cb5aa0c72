package io.synod.service;

import java.io.IOException;
import java.io.OutputStream;

/** A captured state of a service, independent of what the service executes afterwards. */
public interface Snapshot extends AutoCloseable {

  /**
   * Streams the captured state. Called once, on a thread that is not the service thread, while the
   * service goes on executing; the state need not fit into memory.
   */
  void writeTo(OutputStream out) throws IOException;

  /** Frees what the capture holds. Called once, whether or not it was written. */
  @Override
  void close();
}

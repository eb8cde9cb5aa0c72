package io.synod.client;

import io.synod.network.transport.LogLimit;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a listener that the client was given. The client goes on whatever it throws, and logs a few
 * failures of each period: a listener that fails at each event must not fill the disk. Event loop.
 */
final class ListenerCalls {
  static final int LINES_MAX = 10;
  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final Logger log = LoggerFactory.getLogger(SynodClient.class);

  private final String listener;
  private final LogLimit limit = new LogLimit(LINES_MAX, PERIOD_NANOS);

  /**
   * @param listener logs: "session listener"
   */
  ListenerCalls(String listener) {
    this.listener = listener;
  }

  void call(Runnable call) {
    try {
      call.run();
    } catch (Throwable mistake) {
      // Also an Error, such as an assertion of a test: the connection is not to blame, and another
      // one would change nothing. Also a checked exception, which other languages let pass.
      String leftOut = limit.admit(System.nanoTime());
      if (leftOut != null) {
        log.error("the {} of this client failed; the client goes on{}", listener, leftOut, mistake);
      }
    }
  }
}

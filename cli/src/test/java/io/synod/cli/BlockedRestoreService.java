package io.synod.cli;

import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** Never comes to an end with restoring. */
public final class BlockedRestoreService extends EchoService {

  @Override
  public void restore(InputStream in) {
    System.err.println("restoring");
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
  }
}

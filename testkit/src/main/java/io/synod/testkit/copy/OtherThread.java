package io.synod.testkit.copy;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Makes a call of the service that a replica makes on another thread than that of the service, so
 * that state of one thread, such as a ThreadLocal, is not there.
 */
final class OtherThread {
  private OtherThread() {}

  interface Call<T> {
    T run() throws IOException;
  }

  /**
   * Waits for the end of the call.
   *
   * @throws IOException or what else the call throws
   */
  static <T> T run(Call<T> call) throws IOException {
    FutureTask<T> task = new FutureTask<>(call::run);
    Thread thread = new Thread(task, "synod-service-simulation");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the simulation was interrupted", interrupted);
    } catch (ExecutionException end) {
      throw thrown(end.getCause());
    }
  }

  private static RuntimeException thrown(Throwable cause) throws IOException {
    if (cause instanceof IOException failure) {
      throw failure;
    }
    if (cause instanceof Error failure) {
      throw failure;
    }
    return (RuntimeException) cause;
  }
}

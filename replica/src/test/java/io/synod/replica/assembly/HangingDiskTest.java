package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.replica.LocalCluster;
import io.synod.replica.LogLines;
import io.synod.replica.SumService;
import io.synod.replica.config.SynodConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A replica whose disk hangs when its directory is closed, after all its threads have ended. */
@Timeout(60)
class HangingDiskTest {
  private final CompletableFuture<Void> returns = new CompletableFuture<>();

  @AutoClose private final LogLines lines = new LogLines("io.synod.network.transport");

  @TempDir private Path directory;

  @AfterEach
  void end() {
    returns.complete(null);
  }

  @Test
  void close_says_again_and_again_that_it_waits_for_the_disk_and_where() throws Exception {
    SynodConfig config =
        LocalCluster.addresses(1).durability(Durability.SYNC).storageDirectory(directory).build();
    Assembly assembly = new Assembly(machine(), config, 0, new SumService());
    assembly.start();
    Thread closing = new Thread(assembly::close, "closing");
    closing.start();
    assertThat(lines.await("for the thread", 2))
        .allMatch(line -> line.contains("ms for the thread closing"))
        .allMatch(line -> line.contains(getClass().getName()));
    returns.complete(null);
    closing.join();
    assertThat(assembly.closed()).isCompleted();
  }

  private Machine machine() {
    return proxy(Machine.class, new ThisMachine());
  }

  /** Passes all calls on; directories that are opened hang when they are closed. */
  private <T> T proxy(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (type == DataDirectory.class && method.getName().equals("close")) {
                returns.join();
              }
              Object result = invoke(target, method, arguments);
              return result instanceof DataDirectory opened
                  ? proxy(DataDirectory.class, opened)
                  : result;
            }));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}

package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.synod.core.settings.Durability;
import io.synod.replica.LocalCluster;
import io.synod.replica.SumService;
import io.synod.replica.config.SynodConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A replica whose disk hangs when its directory is closed, after all its threads have ended. */
@Timeout(60)
class HangingDiskTest {
  private final CompletableFuture<Void> returns = new CompletableFuture<>();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.synod.network.transport");
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getFormattedMessage().contains("for the disk")) {
            lines.add(event.getFormattedMessage());
          }
        }
      };

  @TempDir private Path directory;

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void end() {
    returns.complete(null);
    logger.detachAppender(appender);
  }

  @Test
  void close_says_again_and_again_that_it_waits_for_the_disk_and_where() throws Exception {
    SynodConfig config =
        LocalCluster.addresses(1).durability(Durability.SYNC).storageDirectory(directory).build();
    Assembly assembly = new Assembly(machine(), config, 0, new SumService());
    assembly.start();
    Thread closing = new Thread(assembly::close, "closing");
    closing.start();
    for (int line = 0; line < 2; line++) {
      assertThat(lines.poll(30, TimeUnit.SECONDS))
          .contains("ms for the disk, in the thread closing")
          .contains(getClass().getName());
    }
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

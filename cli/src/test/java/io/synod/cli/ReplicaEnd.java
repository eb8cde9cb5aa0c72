package io.synod.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/**
 * How a replica has ended by itself.
 *
 * @param output of its log too; where that is the log of this JVM, only stack traces
 */
record ReplicaEnd(int exitCode, String output) {

  /** Waits for the end of a process. */
  static ReplicaEnd of(ReplicaProcess process) throws Exception {
    String output = process.readAll();
    return new ReplicaEnd(process.exitCode(), output);
  }

  /** Runs the command in this JVM, until it ends. */
  static ReplicaEnd here(Path config, int id) {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    StackTraces traces = new StackTraces();
    traces.start();
    root.addAppender(traces);
    try {
      CommandRun run =
          CommandRun.of(
              "replica",
              "--config",
              config.toString(),
              "--id",
              String.valueOf(id),
              "--service",
              EchoService.class.getName());
      return new ReplicaEnd(run.exitCode(), run.out() + run.err() + traces.text);
    } finally {
      root.detachAppender(traces);
    }
  }

  private static final class StackTraces extends AppenderBase<ILoggingEvent> {
    private final StringBuffer text = new StringBuffer();

    @Override
    protected void append(ILoggingEvent event) {
      if (event.getThrowableProxy() != null) {
        text.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
  }
}

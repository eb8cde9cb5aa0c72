package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** What one logger says, until this is closed. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger;

  // Guarded by this.
  private final List<ILoggingEvent> events = new ArrayList<>();

  public LogLines(String loggerName) {
    logger = (Logger) LoggerFactory.getLogger(loggerName);
    start();
    logger.addAppender(this);
  }

  /** The same, and it is printed nowhere. */
  public static LogLines silent(String loggerName) {
    LogLines lines = new LogLines(loggerName);
    lines.logger.setAdditive(false);
    return lines;
  }

  /** What replicas say while {@code task} runs. */
  public static List<String> of(Runnable task) {
    try (LogLines lines = new LogLines("io.synod.replica")) {
      task.run();
      return lines.all();
    }
  }

  @Override
  protected synchronized void append(ILoggingEvent event) {
    events.add(event);
    notifyAll();
  }

  public synchronized List<ILoggingEvent> events() {
    return List.copyOf(events);
  }

  public List<String> all() {
    return events().stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** The lines that hold {@code part}, once there are {@code count} of them. */
  public List<String> await(String part, int count) throws InterruptedException {
    return await(Level.TRACE, part, count);
  }

  /** The first warning that holds {@code part}, once there is one. */
  public String awaitWarning(String part) throws InterruptedException {
    return await(Level.WARN, part, 1).get(0);
  }

  private synchronized List<String> await(Level least, String part, int count)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      List<String> found =
          events.stream()
              .filter(event -> event.getLevel().isGreaterOrEqual(least))
              .map(ILoggingEvent::getFormattedMessage)
              .filter(line -> line.contains(part))
              .toList();
      if (found.size() >= count) {
        return found;
      }
      assertThat(System.nanoTime()).as("%s, %d times in %s", part, count, all()).isLessThan(end);
      wait(100);
    }
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setAdditive(true);
  }
}

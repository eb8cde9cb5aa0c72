package io.synod.network;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** Counts what one package logs instead of printing it, until it is closed. */
public final class LogLines implements AutoCloseable {
  private static final int KEPT = 1_000;

  private final Logger logger;
  private final AtomicLong count = new AtomicLong();
  private final List<String> first = new CopyOnWriteArrayList<>();
  private final Lines lines = new Lines();

  public LogLines(String packageName) {
    logger = (Logger) LoggerFactory.getLogger(packageName);
    lines.start();
    logger.setAdditive(false);
    logger.addAppender(lines);
  }

  private final class Lines extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      if (count.incrementAndGet() <= KEPT) {
        first.add(event.getFormattedMessage());
      }
    }
  }

  public long count() {
    return count.get();
  }

  /** The first thousand. */
  public List<String> first() {
    return first;
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
  }
}

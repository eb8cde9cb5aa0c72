package io.synod.replica.stage;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What replicas log. */
final class LoggedLines {
  private LoggedLines() {}

  /** While {@code task} runs. */
  static List<String> of(Runnable task) {
    Logger logger = (Logger) LoggerFactory.getLogger("io.synod.replica");
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      task.run();
    } finally {
      logger.detachAppender(lines);
    }
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}

package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RefusalLogTest {
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final RefusalLog refusals = new RefusalLog(logger());

  private Logger logger() {
    Logger logger = (Logger) LoggerFactory.getLogger(RefusalLogTest.class);
    logger.setLevel(Level.WARN);
    logger.setAdditive(false);
    lines.start();
    logger.addAppender(lines);
    return logger;
  }

  private List<String> warnings() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void the_same_reason_again_is_no_news() {
    for (int attempt = 0; attempt < 3; attempt++) {
      refusals.refused("a:1", "another cluster");
      refusals.refused("b:1", "the port for replicas");
    }
    assertThat(warnings())
        .containsExactly(
            "a:1 refused this client: another cluster; the client tries the other replicas",
            "b:1 refused this client: the port for replicas; the client tries the other replicas");
  }

  @Test
  void something_else_than_a_replica_is_one_line() {
    for (int attempt = 0; attempt < 3; attempt++) {
      refusals.malformed("a:1", "broke the protocol: no frame");
    }
    assertThat(warnings())
        .containsExactly("a:1 broke the protocol: no frame; the client connects again");
  }

  @Test
  void another_reason_or_one_after_an_answer_is_news() {
    refusals.refused("a:1", "another cluster");
    refusals.refused("a:1", "too many connections");
    refusals.answered("a:1");
    refusals.refused("a:1", "too many connections");
    assertThat(warnings()).hasSize(3);
  }
}

package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ListenerCallsTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(SynodClient.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setAdditive(false);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
  }

  @Test
  void a_listener_that_fails_at_each_event_is_logged_a_few_times() {
    ListenerCalls calls = new ListenerCalls("listener of this test");
    for (int event = 0; event < 1000; event++) {
      calls.call(
          () -> {
            throw new AssertionError("of a test");
          });
    }
    List<ILoggingEvent> logged =
        lines.list.stream().filter(one -> one.getMessage().contains("failed")).toList();
    assertThat(logged).hasSize(ListenerCalls.LINES_MAX);
    assertThat(logged.get(0).getFormattedMessage())
        .isEqualTo("the listener of this test of this client failed; the client goes on");
    assertThat(logged.get(0).getThrowableProxy().getMessage()).isEqualTo("of a test");
  }
}

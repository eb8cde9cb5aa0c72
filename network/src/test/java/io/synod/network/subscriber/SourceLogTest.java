package io.synod.network.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.synod.network.LogLines;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SourceLogTest {
  private static final InetSocketAddress SOURCE =
      InetSocketAddress.createUnresolved("localhost", 7001);

  private final Logger logger = (Logger) LoggerFactory.getLogger(SourceFollower.class);

  @BeforeEach
  void show() {
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void hide() {
    logger.setLevel(null);
  }

  private static List<String> received(long next, long decided) {
    try (LogLines lines = new LogLines(SourceFollower.class.getName())) {
      new SourceLog().received(SOURCE, true, next, decided);
      return List.copyOf(lines.first());
    }
  }

  @Test
  void a_subscriber_ahead_of_its_source_says_that_it_waits_and_for_what() {
    assertThat(received(1_000, 44))
        .containsExactly(
            "follows localhost:7001 from slot 1000 on; waits for that slot: as far as this source"
                + " knows, slot 44 is decided next");
  }

  @Test
  void one_that_is_not_ahead_does_not() {
    String line = "follows localhost:7001 from slot 44 on";
    assertThat(received(44, 44)).containsExactly(line);
    assertThat(received(44, 1_000)).containsExactly(line);
    assertThat(received(-1, 44))
        .containsExactly("follows localhost:7001 from the next slot that is decided on");
  }
}

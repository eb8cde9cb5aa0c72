package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A backup of a learner's snapshot, without slots behind it. */
@Timeout(120)
class LearnerBackupTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.synod.network.ingress");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @TempDir private Path folder;

  @Test
  void a_backup_that_is_whole_asks_the_learner_for_no_slots() throws Exception {
    lines.start();
    logger.addAppender(lines);
    try (FileCluster cluster = new FileCluster(folder, "old", "").start()) {
      cluster.execute("before", 10);
      cluster.awaitEqual();
      String config = cluster.file.toString();
      String to = folder.resolve("backup").toString();
      CommandRun run =
          CommandRun.of("backup", "--config", config, "--to", to, "--from", cluster.learn());
      assertThat(run.exitCode()).as(run.err()).isZero();
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .noneMatch(line -> line.contains("takes no subscribers"));
  }
}

package io.synod.examples.kv.redis;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.synod.fuzzing.Fuzzing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class RedisFuzzTest {
  private final Fuzzing fuzzing = Fuzzing.of(new RedisTarget());
  private final Logger log = (Logger) LoggerFactory.getLogger(RedisConnection.class);

  @BeforeEach
  void silenceLogs() {
    log.setLevel(Level.ERROR);
  }

  @AfterEach
  void resetLogs() {
    log.setLevel(null);
  }

  @Test
  void any_input_of_a_redis_client_is_answered_with_whole_replies() {
    fuzzing.run(5_000, 25, 200);
  }

  @Test
  void recorded_findings_are_handled() {
    fuzzing.replayCorpus();
  }
}

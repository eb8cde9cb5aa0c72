package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LearnerAnswerTest {
  private static final Map<String, Object> BUILD =
      Map.of(
          "software", "0.2.0",
          "lowestLevel", 1,
          "highestLevel", 2,
          "oldestService", 3,
          "newestService", 5);

  @Test
  void an_unknown_version_of_a_learner_is_a_reason() {
    LearnerAnswer learner = new LearnerAnswer("h:1", Map.of("build", BUILD), null);
    String shown = "learner at h:1: Synod 0.2.0, knows level 1 to 2 and service version 3 to 5";
    assertThat(learner.build()).isEqualTo(shown);
    assertThat(learner.whyNot(2, 5)).isNull();
    assertThat(learner.whyNot(1, 3)).isNull();
    assertThat(learner.whyNot(3, 5))
        .isEqualTo(
            shown
                + "; the cluster would use level 3 and service version 5: start it with a build that"
                + " knows them");
    assertThat(learner.whyNot(2, 6)).startsWith(shown);
    assertThat(learner.whyNot(2, 2)).startsWith(shown);
  }

  @Test
  void a_learner_of_another_cluster_is_none() {
    LearnerAnswer other =
        LearnerAnswer.of(
            new InetSocketAddress("127.0.0.1", 1),
            "orders",
            (address, timeout) -> "{\"role\":\"learner\",\"cluster\":\"bills\"}",
            Duration.ofSeconds(1));
    assertThat(other.isAnswered()).isFalse();
    assertThat(other.line())
        .isEqualTo(
            "learner at 127.0.0.1:1: unreachable: this is cluster bills: check the addresses");
  }

  @Test
  void an_address_that_does_not_answer_is_named_once() {
    LearnerAnswer silent =
        LearnerAnswer.of(
            new InetSocketAddress("127.0.0.1", 1),
            "orders",
            (address, timeout) -> {
              throw new IOException("127.0.0.1:1: Connection refused");
            },
            Duration.ofSeconds(1));
    assertThat(silent.json())
        .isEqualTo("{\"address\":\"127.0.0.1:1\",\"unreachable\":\"Connection refused\"}");
    assertThat(silent.line()).isEqualTo("learner at 127.0.0.1:1: unreachable: Connection refused");
  }

  @Test
  void a_learner_of_unknown_version_or_without_answer_blocks() {
    assertThat(new LearnerAnswer("h:1", Map.of(), null).whyNot(1, 1))
        .startsWith(
            "learner at h:1: of an older version, which does not say which versions it knows;");
    assertThat(new LearnerAnswer("h:1", Map.of(), "refused").whyNot(1, 1))
        .isEqualTo(
            "learner at h:1: unreachable: refused; start it, or leave it out if it is gone for good");
  }
}

package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterTroubleTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not sent within 5s: 127.0.0.1:7200: finishConnect(..) failed: Connection refused: /127.0.0.1",
        "not sent within 5s: 127.0.0.1:7200: recvAddress(..) failed with error(-104): Connection reset",
        "no answer within 5s: no replica has been reached yet",
        "no answer within 5s"
      })
  void no_words_of_the_operating_system_reach_a_redis_client(String reason) {
    assertThat(ClusterTrouble.notExecuted(reason))
        .startsWith(
            "ERR not executed: within 5s no replica that leads the cluster could be reached")
        .contains("'synod status'", "send the command again")
        .doesNotContain("failed", "finishConnect", "7200");
  }

  @Test
  void a_refusal_of_the_client_itself_is_passed_on() {
    assertThat(ClusterTrouble.notExecuted("never sent: too many requests are waiting"))
        .isEqualTo("ERR not executed: never sent: too many requests are waiting");
  }
}

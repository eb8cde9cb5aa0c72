package io.synod.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SynodClientBuilderTest {

  private static SynodClientBuilder builder() {
    return SynodClient.builder().cluster("orders").replicas("127.0.0.1:7200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"my orders", "orders\n", "bestellungen-\u00fc", "a/b"})
  void a_name_that_no_cluster_can_have_is_refused(String name) {
    assertThatThrownBy(() -> builder().cluster(name).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no name of a cluster: a name is 1 to 64 of A-Z a-z 0-9 . _ -");
  }

  @Test
  void a_name_that_is_too_long_is_shown_in_part() {
    assertThatThrownBy(() -> builder().cluster("x".repeat(70_000)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'%s…' is no name of a cluster: a name is 1 to 64 of A-Z a-z 0-9 . _ -"
                .formatted("x".repeat(64)));
  }

  @Test
  void null_is_refused_where_it_is_given_and_named() {
    List<InetSocketAddress> none = null;
    assertThatThrownBy(() -> builder().replicas(none)).hasMessage("replicas");
    assertThatThrownBy(() -> builder().replicas((String) null)).hasMessage("replicas");
    assertThatThrownBy(() -> builder().learners(null)).hasMessage("learners");
    assertThatThrownBy(() -> builder().requestTimeout(null)).hasMessage("requestTimeout");
    assertThatThrownBy(() -> builder().connectTimeout(null)).hasMessage("connectTimeout");
    assertThatThrownBy(() -> builder().retryInterval(null)).hasMessage("retryInterval");
    assertThatThrownBy(() -> builder().sessionIdle(null)).hasMessage("sessionIdle");
    assertThatThrownBy(() -> builder().sessionName(null)).hasMessage("sessionName");
  }
}

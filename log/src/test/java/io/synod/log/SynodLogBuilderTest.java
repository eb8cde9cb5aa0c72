package io.synod.log;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class SynodLogBuilderTest {

  @Test
  void what_is_null_is_refused_by_name_before_anything_is_received() {
    assertNullIsNamed("cluster", () -> SynodLog.builder().cluster(null));
    assertNullIsNamed("replicas", () -> SynodLog.builder().replicas((String) null));
    assertNullIsNamed(
        "replicas", () -> SynodLog.builder().replicas((List<InetSocketAddress>) null));
    assertNullIsNamed("connectTimeout", () -> SynodLog.builder().connectTimeout(null));
    assertNullIsNamed("silence", () -> SynodLog.builder().silence(null));
    try (SynodLog log = SynodLog.builder().cluster("test").replicas("127.0.0.1:1").build()) {
      assertNullIsNamed("listener", () -> log.subscribe(0, null));
      assertNullIsNamed("listener", () -> log.backup(null, null));
    }
  }

  /** Not by the first subscription: a name of more than 255 bytes fits into no snapshot. */
  @Test
  void what_is_no_name_of_a_cluster_is_refused_when_the_log_is_made() {
    for (String name : List.of("two words", "n".repeat(65), "n".repeat(300))) {
      SynodLogBuilder builder = SynodLog.builder().cluster(name).replicas("127.0.0.1:1");
      assertThatThrownBy(builder::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no name of a cluster: a name is 1 to 64 of");
    }
  }

  private static void assertNullIsNamed(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }
}

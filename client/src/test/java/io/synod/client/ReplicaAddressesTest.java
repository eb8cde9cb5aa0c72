package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplicaAddressesTest {

  @Test
  void host_and_port_are_read_and_not_resolved() {
    InetSocketAddress address = ReplicaAddresses.parse("some.host:7200");
    assertThat(address.isUnresolved()).isTrue();
    assertThat(address.getHostString()).isEqualTo("some.host");
    assertThat(address.getPort()).isEqualTo(7200);
  }

  @Test
  void an_ipv6_host_stands_in_brackets() {
    InetSocketAddress address = ReplicaAddresses.parse("[::1]:7200");
    assertThat(address.getHostString()).isEqualTo("::1");
    assertThat(ReplicaAddresses.text(address)).isEqualTo("[::1]:7200");
    assertThatThrownBy(() -> ReplicaAddresses.parse("::1:7200")).hasMessageContaining("brackets");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a:1", "a:1;b:2", "a:1 b:2:3"})
  void colons_without_brackets_are_no_address(String text) {
    assertThatThrownBy(() -> ReplicaAddresses.parseAll(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" is not host:port; only an IPv6 host has colons, and stands in brackets: [::1]:7200"
                .formatted(text));
  }

  @Test
  void lists_are_separated_by_commas() {
    assertThat(ReplicaAddresses.parseAll("a:1, b:2"))
        .containsExactly(ReplicaAddresses.parse("a:1"), ReplicaAddresses.parse("b:2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", ":1", "a:", "a:0", "a:65536", "a:x", "a:-1", "[]:1", "a:1,"})
  void anything_else_is_refused_and_quoted(String text) {
    assertThatThrownBy(() -> ReplicaAddresses.parseAll(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"");
  }
}

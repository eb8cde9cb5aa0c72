package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Netty on the class path Synod starts with, and what it says about any other. */
class NettyCheckTest {
  private static final String BUILT_WITH = "4.2.18.Final";

  private static Map<String, String> all(String version) {
    return Map.of("netty-common", version, "netty-buffer", version, "netty-transport", version);
  }

  @Test
  void the_netty_of_the_build_passes() {
    assertThatCode(NettyCheck::pass).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.2.18.Final", "4.2.19.Final", "4.2.100.Final", "4.2.18.Final-SNAPSHOT"})
  void this_version_and_newer_patches_pass_silently(String version) {
    assertThat(NettyCheck.examine(all(version), BUILT_WITH)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.3.0.Final", "5.0.0.Alpha2"})
  void a_newer_line_passes_with_a_warning(String version) {
    assertThat(NettyCheck.examine(all(version), BUILT_WITH))
        .contains(version, "tested with 4.2.18.Final", "set netty.version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.2.17.Final", "4.2.0.RC1", "4.1.118.Final", "3.10.6.Final"})
  void an_older_one_is_refused(String version) {
    assertThatThrownBy(() -> NettyCheck.examine(all(version), BUILT_WITH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the class path has Netty %s of netty-buffer, netty-common, netty-transport; Synod needs"
                    .formatted(version)
                + " 4.2.18.Final or a newer 4.2, the same of every part, and would fail later with a"
                + " missing class or method: if a framework's BOM pins another version, set its"
                + " property netty.version to 4.2.18.Final, or import"
                + " io.netty:netty-bom:4.2.18.Final before it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1.118.Final", "4.2.19.Final", "4.3.0.Final"})
  void parts_of_two_versions_are_refused_with_the_parts_of_each(String other) {
    Map<String, String> mixed =
        Map.of("netty-common", other, "netty-buffer", BUILT_WITH, "netty-transport", BUILT_WITH);
    assertThatThrownBy(() -> NettyCheck.examine(mixed, BUILT_WITH))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(other + " of netty-common")
        .hasMessageContaining("4.2.18.Final of netty-buffer, netty-transport");
  }

  @Test
  void a_jar_with_a_version_of_its_own_does_not_matter() {
    Map<String, String> found =
        Map.of("netty-common", BUILT_WITH, "netty-tcnative-classes", "2.0.70.Final");
    assertThat(NettyCheck.examine(found, BUILT_WITH)).isEmpty();
  }

  @Test
  void jars_that_say_no_version_pass() {
    assertThat(NettyCheck.examine(Map.of(), BUILT_WITH)).isEmpty();
  }

  @Test
  void a_version_that_is_none_is_named() {
    assertThatThrownBy(() -> NettyCheck.examine(all("latest"), BUILT_WITH))
        .hasMessage("'latest' is no version of Netty");
  }

  @Test
  void a_jar_that_synod_does_not_use_may_have_any_version() {
    Map<String, String> found =
        Map.of("netty-common", BUILT_WITH, "netty-codec-http2", "4.1.136.Final");
    assertThat(NettyCheck.examine(found, BUILT_WITH)).isEmpty();
  }
}

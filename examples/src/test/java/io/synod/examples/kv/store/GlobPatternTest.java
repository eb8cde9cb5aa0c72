package io.synod.examples.kv.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class GlobPatternTest {
  // Not by the clock: other processes may be busy.
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "*, anything",
        "*, \"\"",
        "\"\", \"\"",
        "a, a",
        "h?llo, hello",
        "h*llo, hllo",
        "h*llo, heeello",
        "h[ae]llo, hallo",
        "h[^e]llo, hbllo",
        "h[a-c]llo, hbllo",
        "h[c-a]llo, hbllo",
        "\\*, *",
        "[\\]], ]",
        "a*b*c, a1b2b3c",
        "*a, bba",
        "a*, a",
        "**, x",
        "[abc, c",
        "[^abc, d",
        "a\\, a\\",
        "[a-], `"
      })
  void these_match(String pattern, String text) {
    assertThat(matches(pattern, text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"\", a",
        "a, \"\"",
        "a, b",
        "a, aa",
        "h?llo, hllo",
        "h[^e]llo, hello",
        "h[a-b]llo, hcllo",
        "\\*, x",
        "a*b, ac",
        "*a, ab",
        "?, \"\"",
        "[a-c], \"\"",
        "[], a"
      })
  void these_do_not(String pattern, String text) {
    assertThat(matches(pattern, text)).isFalse();
  }

  /** Eight MiB of text: work of text times pattern would take many times as long. */
  @Timeout(120)
  @ParameterizedTest
  @MethodSource
  void a_pattern_made_to_take_long_does_not(String pattern) {
    String text = "a".repeat(8 << 20);
    long before = CPU.getCurrentThreadCpuTime();
    assertThat(matches(pattern, text)).isFalse();
    assertThat(CPU.getCurrentThreadCpuTime() - before).isLessThan(SECONDS.toNanos(4));
  }

  private static List<String> a_pattern_made_to_take_long_does_not() {
    return List.of(
        "a*".repeat(500) + "b",
        "*" + "a".repeat(1_000) + "b",
        "*" + "?".repeat(1_000) + "b",
        ("*" + "a".repeat(100)).repeat(10) + "b",
        "*" + "[a-z]".repeat(200) + "b",
        "*" + "[" + "xyz".repeat(330) + "a]a*b");
  }

  @Test
  void patterns_longer_than_a_word_match_as_short_ones_do() {
    String alphabet = "abcdefghijklmnopqrstuvwxyz".repeat(6);
    assertThat(matches(alphabet, alphabet)).isTrue();
    assertThat(matches("?".repeat(156), alphabet)).isTrue();
    assertThat(matches("?".repeat(155), alphabet)).isFalse();
    assertThat(matches("?".repeat(157), alphabet)).isFalse();
    assertThat(matches(alphabet.replace("m", "*") + "*", alphabet)).isTrue();
    for (int length = 60; length < 70; length++) {
      assertThat(matches("a".repeat(length) + "*b", "a".repeat(length) + "xb")).isTrue();
      assertThat(matches("a".repeat(length) + "*", "a".repeat(length - 1))).isFalse();
      assertThat(matches("*".repeat(length) + "b", "aab")).isTrue();
    }
  }

  @Test
  void a_pattern_beyond_the_bound_is_refused() {
    assertThat(matches("*".repeat(GlobPattern.BYTES_MAX), "text")).isTrue();
    assertThatThrownBy(() -> matches("*".repeat(GlobPattern.BYTES_MAX + 1), "text"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static boolean matches(String pattern, String text) {
    return new GlobPattern(pattern.getBytes(UTF_8)).matches(text.getBytes(UTF_8));
  }
}

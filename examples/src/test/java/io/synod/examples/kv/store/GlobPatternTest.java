package io.synod.examples.kv.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlobPatternTest {

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

  @Test
  void a_pattern_made_to_take_long_does_not() {
    String pattern = "a*".repeat(200) + "b";
    String text = "a".repeat(5000);
    boolean matched =
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> matches(pattern, text));
    assertThat(matched).isFalse();
  }

  private static boolean matches(String pattern, String text) {
    return new GlobPattern(pattern.getBytes(UTF_8)).matches(text.getBytes(UTF_8));
  }
}

package io.synod.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.format.Terms.Difference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermsTest {
  private static final String OWN =
      "replicas = 3, bytes = 1MiB, idle = 10min, on-exception = reply";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicas = 3, bytes = 1MiB, idle = 10min, on-exception = reply",
        "replicas = 3, bytes = 1048576, idle = 600s, on-exception = reply",
        "replicas = 03, bytes = 1024 KiB, idle = 600000 ms, on-exception = reply",
        "on-exception = reply, idle = 600000000000ns, bytes = 1048576B, replicas = 3",
        "replicas = 3, later = 7, bytes = 1MiB, idle = 10min, on-exception = reply, more = a b",
        "replicas = 3, later, bytes = 1MiB, idle = 10min, on-exception = reply",
      })
  void equivalent_terms_are_equal_and_settings_of_later_versions_do_not_count(String other) {
    assertThat(Terms.difference(OWN, other)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicas = 5, bytes = 1MiB, idle = 10min, on-exception = reply | replicas | 3 | 5",
        "replicas = 3, bytes = 2MiB, idle = 10min, on-exception = reply | bytes | 1MiB | 2MiB",
        "replicas = 3, bytes = 1mib, idle = 10min, on-exception = reply | bytes | 1MiB | 1mib",
        "replicas = 3, bytes = 1MiB, idle = 10s, on-exception = reply | idle | 10min | 10s",
        "replicas = 3, bytes = 1MiB, idle = 10, on-exception = reply | idle | 10min | 10",
        "replicas = 3, bytes = 1MiB, idle = 10min, on-exception = stop | on-exception | reply | stop",
        "replicas = 3, bytes = 1MiB, idle = 10min | on-exception | reply | not set",
        "replicas = 3, replicas = 4, bytes = 1MiB | replicas | 3 | 4",
        "replicas = 3, bytes = 999999999999999999GiB | bytes | 1MiB | 999999999999999999GiB",
        "replicas=3 | replicas | 3 | not set",
        "'' | replicas | 3 | not set",
      })
  void a_real_difference_names_the_setting_and_both_values(
      String other, String key, String own, String theirs) {
    assertThat(Terms.difference(OWN, other)).isEqualTo(new Difference(key, own, theirs));
  }

  @Test
  void a_setting_that_either_side_requires_must_be_on_both() {
    String required = "replicas = 3, !lease = 1%";
    assertThat(Terms.difference(required, required)).isNull();
    assertThat(Terms.difference(required, "replicas = 3"))
        .isEqualTo(new Difference("lease", "1%", "not set"));
    assertThat(Terms.difference("replicas = 3", required))
        .isEqualTo(new Difference("lease", "not set", "1%"));
    assertThat(Terms.difference(required, "replicas = 3, !lease = 2%"))
        .isEqualTo(new Difference("lease", "1%", "2%"));
  }

  @Test
  void a_side_that_asks_for_nothing_finds_no_difference() {
    assertThat(Terms.difference("", OWN)).isNull();
  }
}

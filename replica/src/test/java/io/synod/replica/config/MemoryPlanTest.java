package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MemoryPlanTest {
  private static final long MIB = 1 << 20;

  private static JvmMemory jvm(long mebibytes) {
    return new JvmMemory(mebibytes * MIB, mebibytes * MIB);
  }

  private static SynodConfig with(String... settings) {
    SynodConfigBuilder builder = Configs.builder();
    for (String setting : settings) {
      String[] parts = setting.split("=");
      builder.set(parts[0], parts[1]);
    }
    return builder.build();
  }

  @ParameterizedTest
  @ValueSource(longs = {256, 384, 512, 1024, 4096})
  void the_defaults_fit_the_memory(long mebibytes) {
    SynodConfig fitted = with().fitted(jvm(mebibytes));
    MemoryPlan plan = MemoryPlan.of(fitted, jvm(mebibytes));
    assertThat(plan.heapBytes()).isLessThanOrEqualTo(mebibytes * MIB / 4 * 3);
    assertThat(plan.directBytes()).isLessThanOrEqualTo(mebibytes * MIB);
    assertThat(plan.fits()).isTrue();
  }

  @Test
  void with_memory_enough_nothing_changes() {
    assertThat(with().fitted(jvm(4096))).isEqualTo(with());
  }

  @Test
  void the_log_is_a_share_of_a_small_heap() {
    assertThat(with().fitted(jvm(384)).limits().logBytes()).isEqualTo(60 * MIB);
    assertThat(with().limits().logBytes()).isEqualTo(256 * MIB);
    assertThat(with().fitted(jvm(384)).snapshot().logBytes()).isEqualTo(60 * MIB);
    assertThat(with().snapshot().logBytes()).isEqualTo(256 * MIB);
  }

  @Test
  void configured_values_are_kept_if_they_fit() {
    SynodConfig fitted = with("log.max-bytes=9MiB", "network.replies-max=17MiB").fitted(jvm(256));
    assertThat(fitted.limits().logBytes()).isEqualTo(9 * MIB);
    assertThat(fitted.network().repliesBytes()).isEqualTo(17 * MIB);
  }

  @Test
  void configured_values_that_cannot_fit_are_refused_and_the_advice_works() {
    assertRefused("log.max-bytes", "1GiB", "-Xmx(\\d+)m");
    assertRefused("snapshot.log-bytes", "1GiB", "-Xmx(\\d+)m");
    assertRefused("session.max-all-kept-bytes", "512MiB", "-Xmx(\\d+)m");
    assertRefused("network.replies-max", "2GiB", "MaxDirectMemorySize=(\\d+)m");
    assertRefused("queue.max-bytes", "1GiB", "MaxDirectMemorySize=(\\d+)m");
  }

  @Test
  void a_start_reads_a_journal_only_where_that_keeps_votes() {
    for (String level : List.of("view", "epoch", "memory")) {
      SynodConfig config = with("durability=" + level, "snapshot.log-bytes=1GiB");
      assertThat(config.fitted(jvm(256)).snapshot().logBytes()).isEqualTo(1024 * MIB);
    }
  }

  private static void assertRefused(String key, String value, String advice) {
    SynodConfig config = with(key + "=" + value);
    assertThatThrownBy(() -> config.fitted(jvm(256)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key + ": " + value + " does not fit the memory")
        .satisfies(refused -> assertThat(((ConfigException) refused).problems()).hasSizeLessThan(3))
        .satisfies(
            refused -> {
              Matcher advised = Pattern.compile(advice).matcher(refused.getMessage());
              assertThat(advised.find()).isTrue();
              long enough = Long.parseLong(advised.group(1));
              JvmMemory more =
                  advice.startsWith("-Xmx") ? jvm(enough) : new JvmMemory(256 * MIB, enough * MIB);
              assertThat(MemoryPlan.of(config.fitted(more), more).fits()).isTrue();
            });
  }

  @Test
  void where_not_even_the_defaults_fit_what_was_given_is_blamed_only_if_it_takes_much() {
    assertThat(with("snapshot.part-bytes=1MiB").fitted(jvm(96)).snapshot().partBytes())
        .isEqualTo(1 << 20);
    assertThatThrownBy(() -> with("log.max-bytes=1GiB").fitted(jvm(96)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("log.max-bytes: 1GiB does not fit the memory");
  }

  @Test
  void a_file_with_every_default_in_it_asks_for_nothing() {
    SynodConfigBuilder all = Configs.builder();
    for (Setting setting : Setting.values()) {
      if (!setting.isRequired()) {
        all.set(setting.key(), setting.defaultText());
      }
    }
    assertThat(all.build().fitted(jvm(256)).limits().logBytes()).isEqualTo(40 * MIB);
  }

  @Test
  void all_that_cannot_fit_is_named() {
    SynodConfig config = with("log.max-bytes=1GiB", "session.max-all-kept-bytes=1GiB");
    assertThatThrownBy(() -> config.fitted(jvm(256)))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refused ->
                assertThat(refused.problems().stream().map(ConfigProblem::key).distinct().toList())
                    .isEqualTo(List.of("log.max-bytes", "session.max-all-kept-bytes")));
  }

  @Test
  void this_jvm_has_memory() {
    JvmMemory here = JvmMemory.ofThisJvm();
    assertThat(here.heapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(here.directBytes()).isPositive();
  }
}

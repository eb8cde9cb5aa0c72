package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files in {@code config/} are what they say. */
final class ShippedConfigsTest {

  static List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(Configs.shipped())) {
      return files.filter(file -> file.toString().endsWith(".properties")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_shipped_file_loads(Path file) {
    assertThatCode(() -> SynodConfig.load(file)).doesNotThrowAnyException();
  }

  @Test
  void the_reference_is_what_the_code_says() {
    Path reference = Configs.shipped().resolve("reference.properties");
    assertThat(reference).hasContent(SettingsReference.text());
  }

  @Test
  void the_reference_gives_the_defaults() {
    SynodConfig reference = SynodConfig.load(Configs.shipped().resolve("reference.properties"));
    SynodConfig bare =
        SynodConfig.load(
            Configs.shipped().resolve("local.properties"), List.of("cluster.name=reference"));
    assertThat(reference).isEqualTo(bare);
  }

  @Test
  void the_local_cluster_has_three_replicas_and_the_larger_one_five() {
    assertThat(SynodConfig.load(Configs.shipped().resolve("local.properties")).cluster().size())
        .isEqualTo(3);
    assertThat(SynodConfig.load(Configs.shipped().resolve("five.properties")).cluster().size())
        .isEqualTo(5);
  }

  @Test
  void every_default_is_in_its_own_range() {
    for (Setting setting : Setting.values()) {
      if (!setting.isRequired()) {
        assertThatCode(() -> setting.type().check(setting.type().parse(setting.defaultText())))
            .as(setting.key())
            .doesNotThrowAnyException();
      }
    }
  }
}

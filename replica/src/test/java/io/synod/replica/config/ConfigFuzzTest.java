package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random files and overrides give a configuration or a {@link ConfigException}, nothing else. */
final class ConfigFuzzTest {
  private static final int FILES = 3_000;
  private static final String[] VALUES = {
    "0",
    "1",
    "-1",
    "25",
    "majority",
    "9223372036854775807",
    "-9223372036854775808",
    "1ms",
    "10min",
    "1h",
    "64KiB",
    "1GiB",
    "9007199254740993GiB",
    "1 s",
    "s",
    "h:1:2",
    "[::1]:1:2",
    "[]:1:2",
    "[::1",
    "a:b:c",
    "h:999999999:1",
    "nagle",
    "merged",
    "sync",
    "memory",
    "epoch",
    "data",
    "/",
    "=",
    "",
    "é",
    "½",
    "٣ms",
  };

  @TempDir Path folder;

  @Test
  void random_lines_never_throw_anything_but_a_config_exception() {
    Random random = new Random(20);
    int accepted = 0;
    for (int run = 0; run < FILES; run++) {
      accepted += loads(lines(random), lines(random)) ? 1 : 0;
    }
    assertThat(accepted).as("some of the files can be used").isBetween(1, FILES - 1);
  }

  private boolean loads(List<String> lines, List<String> overrides) {
    List<String> all = new ArrayList<>(Configs.THREE);
    all.addAll(lines);
    try {
      SynodConfig config =
          SynodConfig.load(Configs.file(folder, String.join("\n", all)), overrides);
      config.replicaSettings(0);
      return true;
    } catch (ConfigException refused) {
      assertThat(refused.problems()).isNotEmpty();
      return false;
    } catch (RuntimeException bug) {
      return fail("lines %s, overrides %s".formatted(all, overrides), bug);
    }
  }

  private static List<String> lines(Random random) {
    List<String> lines = new ArrayList<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      lines.add(random.nextInt(6) == 0 ? noise(random) : setting(random));
    }
    return lines;
  }

  private static String setting(Random random) {
    Setting[] settings = Setting.values();
    String key =
        random.nextInt(5) == 0
            ? "replica." + random.nextInt(30)
            : settings[random.nextInt(settings.length)].key();
    String value = random.nextInt(3) == 0 ? noise(random) : VALUES[random.nextInt(VALUES.length)];
    return mutated(key, random) + " = " + value;
  }

  private static String mutated(String key, Random random) {
    if (random.nextInt(6) != 0) {
      return key;
    }
    int at = random.nextInt(key.length());
    return key.substring(0, at) + noise(random) + key.substring(at + 1);
  }

  private static String noise(Random random) {
    StringBuilder noise = new StringBuilder();
    for (int length = random.nextInt(12); length > 0; length--) {
      noise.append(random.nextInt(3) == 0 ? anyChar(random) : (char) (' ' + random.nextInt(95)));
    }
    return noise.toString();
  }

  // Not half of a surrogate pair: that cannot be written to a file.
  private static char anyChar(Random random) {
    return (char) random.nextInt(Character.MIN_SURROGATE);
  }
}

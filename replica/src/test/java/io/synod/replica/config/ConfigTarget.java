package io.synod.replica.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import io.synod.replica.assembly.CoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A properties file, or one whose last line was put behind {@code --set} instead. */
final class ConfigTarget implements FuzzTarget {
  private static final String LETTERS = "\n= #.:-_0123456789KMGiBmsnuhéab[]/½٣\t\r";
  private static final List<String> VALUES =
      List.of(
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
          "٣ms");

  private final Path folder;

  ConfigTarget(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "config";
  }

  /** The smallest file, and with each setting as it is by default or with an odd value. */
  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    String three = String.join("\n", Configs.THREE) + "\n";
    samples.add(three.getBytes(UTF_8));
    samples.add(Configs.builder().build().toProperties().getBytes(UTF_8));
    int value = 0;
    for (Setting setting : Setting.values()) {
      String odd = VALUES.get(value++ % VALUES.size());
      samples.add((three + setting.key() + " = " + odd + "\n").getBytes(UTF_8));
    }
    return samples;
  }

  /** As text: bytes that are none become letters that mean something in such a file. */
  @Override
  public byte[] sealed(byte[] input) {
    StringBuilder text = new StringBuilder();
    for (byte one : input) {
      boolean plain = one == '\n' || one >= ' ' && one < 0x7F;
      text.append(plain ? (char) one : LETTERS.charAt(Math.floorMod(one, LETTERS.length())));
    }
    return text.toString().getBytes(UTF_8);
  }

  @Override
  public long allocatedBytesMax(byte[] input) {
    return ALLOCATED_BYTES_FIXED + 4 * ALLOCATED_BYTES_FACTOR * input.length;
  }

  @Override
  public Outcome run(byte[] input) throws IOException {
    int last = new String(input, ISO_8859_1).stripTrailing().lastIndexOf('\n') + 1;
    boolean sets = last > 0 && Arrays.hashCode(input) % 4 == 0;
    byte[] text = sets ? Arrays.copyOf(input, last) : input;
    String override = new String(input, last, input.length - last, UTF_8);
    Path file = Files.write(folder.resolve("fuzz.properties"), text);
    SynodConfig config;
    try {
      config = SynodConfig.load(file, sets ? List.of(override) : List.of());
    } catch (ConfigException refused) {
      return refusal(refused);
    }
    CoreSettings.replica(config, 0);
    Path again = Files.writeString(folder.resolve("again.properties"), config.toProperties());
    assertThat(SynodConfig.load(again)).isEqualTo(config);
    return Outcome.deep("accepted");
  }

  private static Outcome refusal(ConfigException refused) {
    assertThat(refused.problems()).isNotEmpty();
    StringBuilder kind = new StringBuilder();
    boolean settings = false;
    for (ConfigProblem problem : refused.problems()) {
      assertThat(problem.toString()).doesNotContain("\n", "\r", "\u001b").hasSizeLessThan(1_000);
      settings |= !problem.key().isEmpty();
      kind.append(problem.reason()).append(' ');
    }
    return settings ? Outcome.deep("" + kind) : Outcome.shallow("" + kind);
  }
}

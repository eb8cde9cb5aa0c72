package io.synod.storage.directory;

import static io.synod.storage.directory.Directories.IDENTITY;
import static io.synod.storage.directory.Directories.NONCE;
import static io.synod.storage.directory.Directories.damage;
import static io.synod.storage.directory.Directories.first;
import static io.synod.storage.directory.Directories.reopen;
import static io.synod.storage.directory.Directories.second;
import static io.synod.storage.directory.Directories.used;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to an identity file, the nonce is the right one or the start is refused. */
class IdentityDamageTest {
  @TempDir private Path directory;

  @Test
  void an_identity_is_written_as_its_golden_bytes() throws IOException {
    used(directory);

    assertThat(first(directory)).hasBinaryContent(golden());
    assertThat(second(directory)).hasBinaryContent(golden());
  }

  @Test
  void golden_bytes_are_read() throws IOException {
    Files.createDirectory(directory.resolve("journal"));
    Files.writeString(directory.resolve("journal/0000000000000001.journal"), "a vote");
    Files.write(first(directory), golden());

    try (ReplicaDirectory opened = reopen(directory)) {
      assertThat(opened.nonce()).isEqualTo(NONCE);
      assertThat(opened.isNew()).isFalse();
    }
  }

  @Test
  void identities_are_written_alike_whatever_the_users_digits_are() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      used(directory);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(first(directory)).hasBinaryContent(golden());
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "identity.copy"})
  void every_flipped_byte_is_repaired_from_the_other_copy(String name) throws IOException {
    Path file = used(directory).resolve(name);
    for (int at = 0; at < golden().length; at++) {
      damage(file, at);
      try (ReplicaDirectory opened = reopen(directory)) {
        assertThat(opened.nonce()).as("byte %d", at).isEqualTo(NONCE);
        assertThat(opened.isNew()).isFalse();
        assertThat(opened.notes())
            .containsExactly(file + " is damaged: restored it from the other copy");
      }
      assertThat(file).hasBinaryContent(golden());
    }
  }

  @Test
  void every_flipped_bit_is_noticed() throws IOException {
    byte[] golden = golden();
    for (int bit = 0; bit < golden.length * 8; bit++) {
      byte[] flipped = golden.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(CheckedLines.format(flipped)).as("bit %d", bit).isZero();
    }
    assertThat(CheckedLines.format(golden)).isEqualTo(1);
  }

  @Test
  void a_file_of_any_other_length_is_noticed() throws IOException {
    used(directory);
    byte[] golden = golden();
    for (int length = 0; length < golden.length; length++) {
      assertThat(CheckedLines.format(Arrays.copyOf(golden, length))).as("%d", length).isZero();
    }
    assertNoticed(Arrays.copyOf(golden, golden.length / 2), "half of it");
    assertNoticed(Arrays.copyOf(golden, golden.length + 1), "a zero more");
    assertNoticed(Arrays.copyOf(golden, 1 << 20), "many zeros more");
  }

  @Test
  void lines_that_no_replica_writes_are_noticed_although_their_checksum_is_right()
      throws IOException {
    used(directory);
    String lines =
        "format = 1\ncluster = orders\nreplica = 1\ndurability = sync\nterms = replicas = 3, count = 8\nnonce = ";
    String nonce = "9e3779b97f4a7c15\n";
    String end = nonce + "extension = 0000\n";
    assertNoticed(sealed(lines + end.substring(1)), "short nonce");
    assertNoticed(sealed(lines + end.toUpperCase(Locale.ROOT)), "capitals");
    assertNoticed(sealed(lines + end + "more = 1\n"), "another line");
    assertNoticed(sealed(lines.replace("= 1\nd", "= 01\nd") + end), "a zero");
    assertNoticed(sealed(lines.replace("= 1\nd", "= -1\nd") + end), "a sign");
    assertNoticed(sealed(lines.replace("orders", "") + end), "no cluster");
    assertNoticed(sealed(lines.replace("sync", "sy\tnc") + end), "no name");
    assertNoticed(sealed(lines.replace("= 1\nc", "= 0\nc") + end), "format 0");
    assertNoticed(sealed(lines + nonce), "no extension");
    assertNoticed(sealed(lines + nonce + "extension = 000\n"), "half a byte");
    assertNoticed(sealed(lines + nonce + "extension = 0001\n"), "a field is missing");
    assertNoticed(sealed(lines + nonce + "extension = 000000\n"), "a byte behind the fields");
    assertNoticed(sealed(""), "no lines");
  }

  @Test
  void two_damaged_files_are_refused() throws IOException {
    used(directory);
    for (int at = 0; at < golden().length; at++) {
      Files.write(first(directory), golden());
      Files.write(second(directory), golden());
      damage(first(directory), at);
      damage(second(directory), at);
      Directories.assertRefused(() -> reopen(directory))
          .as("byte %d", at)
          .hasMessageContaining("identity is damaged and identity.copy is damaged")
          .hasMessageContaining("from a copy of this directory, or empty the directory");
    }
  }

  @Test
  void a_damaged_and_a_missing_file_are_refused_although_there_is_no_memory() throws IOException {
    used(directory);
    damage(first(directory), 40);
    Files.delete(second(directory));

    Directories.assertRefused(() -> reopen(directory))
        .hasMessageContaining("identity is damaged and identity.copy is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "identity.copy"})
  void a_newer_format_is_refused_naming_both(String name) throws IOException {
    used(directory);
    byte[] newer = sealed("format = 2\nwhatever = it holds\n");
    Files.write(directory.resolve(name), newer);

    Directories.assertRefused(() -> reopen(directory))
        .hasMessageStartingWith(directory.toString())
        .hasMessageContaining("has format 2, and this Synod reads up to 1; start the newer Synod");
    Directories.assertRefused(() -> ReplicaDirectory.inspect(directory))
        .hasMessageContaining("has format 2");
    assertThat(directory.resolve(name)).hasBinaryContent(newer);
  }

  @Test
  void an_origin_of_another_length_or_of_no_slot_is_damage() throws IOException {
    used(directory);
    String digest = "ab".repeat(32);
    for (String value :
        new String[] {"00000007" + "00000000000001", "00000028" + "0000000000000000" + digest}) {
      assertNoticed(extended("0001" + "0001" + value), value);
    }
    byte[] whole = extended("0001" + "0001" + "00000028" + "0000000000000009" + digest);
    assertThat(StoredIdentity.decode(whole).origin()).isEqualTo(new Origin(9, digest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "identity.copy"})
  void a_field_that_must_be_understood_is_refused_naming_it(String name) throws IOException {
    used(directory);
    byte[] later = extended("0002" + "00020000000107" + "80030000000108");
    Files.write(directory.resolve(name), later);

    Directories.assertRefused(() -> reopen(directory))
        .hasMessage(
            directory
                + " was written by a later version of Synod, with field 0x8003 in "
                + name
                + ", which must be understood and which this version does not know: start that"
                + " version or a later one");
    assertThat(directory.resolve(name)).hasBinaryContent(later);
  }

  @Test
  void other_fields_of_later_versions_are_kept_out_of_the_way_and_not_lost() throws IOException {
    used(directory);
    byte[] later = extended("0002" + "00020000000107" + "7fff0000000108");
    Files.write(second(directory), later);

    assertThat(ReplicaDirectory.inspect(directory).identity()).isEqualTo(IDENTITY);
    Files.delete(first(directory));
    try (ReplicaDirectory opened = reopen(directory)) {
      assertThat(opened.nonce()).isEqualTo(NONCE);
    }
    assertThat(first(directory)).hasBinaryContent(later);
    assertThat(second(directory)).hasBinaryContent(later);
  }

  /** The golden identity with another extension. */
  private static byte[] extended(String extension) throws IOException {
    String golden = new String(golden(), StandardCharsets.UTF_8);
    String lines = golden.substring(0, golden.indexOf("crc32c"));
    return sealed(lines.replace("extension = 0000", "extension = " + extension));
  }

  /** The damaged file is not believed, and the other one is. */
  private void assertNoticed(byte[] damaged, String what) throws IOException {
    for (Path file : new Path[] {first(directory), second(directory)}) {
      Files.write(file, damaged);
      DirectoryInspection inspection = ReplicaDirectory.inspect(directory);
      assertThat(inspection.nonce()).as(what).isEqualTo(NONCE);
      assertThat(inspection.identity()).as(what).isEqualTo(IDENTITY);
      assertThat(inspection.notes()).as(what).containsExactly(file + " is damaged");
      Files.write(file, golden());
    }
  }

  private static byte[] sealed(String lines) {
    CRC32C crc = new CRC32C();
    crc.update(lines.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%scrc32c = %08x\n", lines, crc.getValue())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] golden() throws IOException {
    try (InputStream in =
        IdentityDamageTest.class.getResourceAsStream("/formats/0.1.0/identity.txt")) {
      return in.readAllBytes();
    }
  }
}

package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.CREATED;
import static io.synod.storage.snapshot.Snapshots.SELF;
import static io.synod.storage.snapshot.Snapshots.name;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Format 1, byte for byte: what was once written is read for ever. */
class GoldenSnapshotTest {

  @Test
  void a_snapshot_is_written_as_its_golden_bytes() throws IOException {
    assertThat(HexFormat.of().formatHex(Snapshots.file(SELF, 7)))
        .isEqualTo(HexFormat.of().formatHex(golden()));
  }

  @Test
  void golden_bytes_are_read_as_their_content() throws IOException {
    TwinDisk disk = new TwinDisk();
    disk.put(name(7), golden());

    SnapshotStore store = Snapshots.open(disk);

    assertThat(store.list()).containsExactly(new SnapshotInfo(7, golden().length, CREATED));
    Snapshots.assertWhole(store);
  }

  /** Hexadecimal, one line for each part; what follows a {@code #} is a comment. */
  private static byte[] golden() throws IOException {
    try (InputStream in =
        GoldenSnapshotTest.class.getResourceAsStream("/formats/0.1.0/snapshot.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return HexFormat.of().parseHex(text.replaceAll("#.*", "").replaceAll("\\s", ""));
    }
  }
}

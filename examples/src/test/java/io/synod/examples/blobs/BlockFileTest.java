package io.synod.examples.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlockFileTest {
  private static final int BLOCK = 16;
  private static final int BLOCKS = 12;
  private static final int VIEWS_MAX = 3;

  @TempDir private Path directory;

  @Test
  void behaves_like_a_map_whose_views_are_copies_of_it() throws IOException {
    for (long seed = 0; seed < 60; seed++) {
      try (BlockFile file = new BlockFile(directory, BLOCK)) {
        compare(file, new SplittableRandom(seed));
      }
      assertThat(Files.size(directory.resolve("blocks")))
          .as("what no view shows any more is used again")
          .isLessThanOrEqualTo((VIEWS_MAX + 1) * BLOCKS * BLOCK);
    }
  }

  @Test
  void a_directory_in_use_is_refused_and_keeps_its_blocks() throws IOException {
    try (BlockFile file = new BlockFile(directory, BLOCK)) {
      file.write(0, ByteBuffer.allocate(BLOCK).putLong(1).putLong(2).flip());
      assertThatThrownBy(() -> new BlockFile(directory, BLOCK))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(directory + " is in use by another block store");
      ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
      assertThat(file.read(0, bytes)).isTrue();
      assertThat(bytes.getLong(0)).isEqualTo(1);
    }
    new BlockFile(directory, BLOCK).close();
  }

  private static void compare(BlockFile file, SplittableRandom random) throws IOException {
    TreeMap<Integer, Long> model = new TreeMap<>();
    List<BlockFile.View> views = new ArrayList<>();
    List<byte[]> copies = new ArrayList<>();
    for (int step = 0; step < 300; step++) {
      int which = random.nextInt(20);
      if (which == 0 && views.size() < VIEWS_MAX) {
        views.add(file.capture());
        copies.add(bytes(model));
      } else if (which == 1 && !views.isEmpty()) {
        int index = random.nextInt(views.size());
        try (BlockFile.View view = views.remove(index)) {
          assertThat(written(view)).isEqualTo(copies.remove(index));
        }
      } else if (which == 2) {
        model.keySet().removeIf(block -> random.nextInt(3) == 0);
        file.restore(new ByteArrayInputStream(bytes(model)));
      } else {
        int block = random.nextInt(BLOCKS);
        long value = random.nextLong();
        model.put(block, value);
        file.write(block, ByteBuffer.allocate(BLOCK).putLong(value).putLong(~value).flip());
      }
      assertEqual(file, model);
    }
    for (int index = 0; index < views.size(); index++) {
      assertThat(written(views.get(index))).isEqualTo(copies.get(index));
    }
  }

  private static void assertEqual(BlockFile file, TreeMap<Integer, Long> model) throws IOException {
    assertThat(file.count()).isEqualTo(model.size());
    ByteBuffer read = ByteBuffer.allocate(BLOCK);
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(file.read(block, read.clear())).isEqualTo(model.containsKey(block));
      if (model.containsKey(block)) {
        assertThat(read.flip().getLong()).isEqualTo(model.get(block));
      }
    }
  }

  /** What a view of a file that holds the same writes. */
  private static byte[] bytes(TreeMap<Integer, Long> model) {
    ByteBuffer bytes = ByteBuffer.allocate(12 + model.size() * (4 + BLOCK));
    bytes.putInt(1).putInt(BLOCK).putInt(model.size());
    model.forEach((block, value) -> bytes.putInt(block).putLong(value).putLong(~value));
    return bytes.array();
  }

  private static byte[] written(BlockFile.View view) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    view.writeTo(out);
    return out.toByteArray();
  }
}

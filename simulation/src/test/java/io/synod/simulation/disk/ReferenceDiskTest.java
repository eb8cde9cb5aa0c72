package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random calls to a {@link SimulatedDisk} and a {@link ReferenceDisk} side by side. */
class ReferenceDiskTest {
  private static final int SEEDS = 600;
  private static final int CALLS = 80;
  // The reference tries every subset of them.
  private static final int CHANGES_MAX = 8;
  private static final String[] NAMES = {"a", "b", "c", "d"};

  private record Open(DiskFile file, ReferenceDisk.Content content) {}

  private SplittableRandom random;
  private SimulatedDisk disk;
  private ReferenceDisk reference;
  private List<Open> files;

  @Test
  void the_disk_does_what_its_plain_model_may_do() throws IOException {
    int crashes = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      crashes += run(seed);
    }
    assertThat(crashes).isGreaterThan(SEEDS);
  }

  @Test
  void the_same_seed_leaves_the_same_bytes() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      run(seed);
      Map<String, String> left = Bytes.contents(disk);
      run(seed);
      assertThat(Bytes.contents(disk)).isEqualTo(left);
    }
  }

  /** Returns how often the power was cut. */
  private int run(int seed) throws IOException {
    random = new SplittableRandom(seed);
    disk = new SimulatedDisk("disk", random.split());
    reference = new ReferenceDisk();
    files = new ArrayList<>();
    int crashes = 0;
    for (int call = 0; call < CALLS; call++) {
      switch (random.nextInt(16)) {
        case 0, 1 -> create();
        case 2 -> rename();
        case 3 -> delete();
        case 4 -> forceNames();
        case 5, 6 -> forceFile();
        case 7 -> open();
        case 8 -> kill();
        case 9 -> {
          crash();
          crashes++;
        }
        default -> write();
      }
      if (reference.changes() == CHANGES_MAX) {
        forceNames();
      }
      compare();
    }
    return crashes;
  }

  private String name() {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private void create() throws IOException {
    String name = name();
    if (reference.content(name) == null) {
      int bytes = random.nextInt(3) == 0 ? 0 : random.nextInt(2500);
      files.add(new Open(disk.create(name, bytes), reference.create(name, bytes)));
    }
  }

  private void open() throws IOException {
    String name = name();
    if (reference.content(name) != null) {
      files.add(new Open(disk.open(name), reference.content(name)));
    }
  }

  private void rename() throws IOException {
    String from = name();
    String to = name();
    if (reference.content(from) != null && !from.equals(to)) {
      disk.rename(from, to);
      reference.rename(from, to);
    }
  }

  private void delete() throws IOException {
    String name = name();
    if (reference.content(name) != null) {
      disk.delete(name);
      reference.delete(name);
    }
  }

  private void forceNames() throws IOException {
    disk.force();
    reference.forceNames();
  }

  private void forceFile() throws IOException {
    if (!files.isEmpty()) {
      Open open = files.get(random.nextInt(files.size()));
      open.file.force();
      open.content.force();
    }
  }

  private void write() throws IOException {
    if (!files.isEmpty()) {
      Open open = files.get(random.nextInt(files.size()));
      byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 40 : 1500)];
      random.nextBytes(bytes);
      int position = random.nextInt(2500);
      open.file.write(position, ByteBuffer.wrap(bytes));
      if (bytes.length > 0) {
        open.content.write(position, bytes);
      }
    }
  }

  private void kill() throws IOException {
    disk = disk.kill();
    files.clear();
  }

  private void crash() throws IOException {
    CrashKind kind = CrashKind.draw(random);
    disk = disk.crash(kind);
    files.clear();
    Map<String, byte[]> left = new TreeMap<>();
    for (String name : disk.list()) {
      left.put(name, disk.bytes(name));
    }
    reference.crash(kind, left);
  }

  private void compare() throws IOException {
    assertThat(disk.list()).isEqualTo(reference.names());
    for (String name : reference.names()) {
      assertThat(disk.bytes(name)).isEqualTo(reference.content(name).now());
    }
    for (Open open : files) {
      byte[] expected = open.content.now();
      assertThat(open.file.bytes()).isEqualTo(expected.length);
      int position = random.nextInt(3000);
      int count = Math.max(0, Math.min(random.nextInt(1500), expected.length - position));
      byte[] read = Bytes.read(open.file, position, count);
      assertThat(read).hasSize(count);
      for (int at = 0; at < count; at++) {
        if (read[at] != expected[position + at]) {
          assertThat(read[at]).as("byte %d", position + at).isEqualTo(expected[position + at]);
        }
      }
    }
  }
}

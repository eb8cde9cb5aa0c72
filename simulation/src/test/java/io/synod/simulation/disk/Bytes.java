package io.synod.simulation.disk;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A disk, and runs of one byte value as its tests write them. */
final class Bytes {
  private Bytes() {}

  static SimulatedDisk disk(int seed) {
    return new SimulatedDisk("disk", new SplittableRandom(seed));
  }

  static byte[] of(int value, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  static void write(DiskFile file, long position, int value, int count) throws IOException {
    file.write(position, ByteBuffer.wrap(of(value, count)));
  }

  /** A file with its name and bytes forced. */
  static DiskFile forced(SimulatedDisk disk, String name, int value, int count) throws IOException {
    DiskFile file = disk.create(name, count);
    write(file, 0, value, count);
    file.force();
    disk.force();
    return file;
  }

  static byte[] read(DiskFile file, long position, int count) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(count);
    int read = file.read(position, into);
    return Arrays.copyOf(into.array(), read);
  }

  /** The bytes of each file in hexadecimal, by its name. */
  static Map<String, String> contents(SimulatedDisk disk) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (String name : disk.list()) {
      contents.put(name, HexFormat.of().formatHex(disk.bytes(name)));
    }
    return contents;
  }

  /** Whether every byte of one sector has that value. */
  static boolean isSector(byte[] bytes, int sector, int value) {
    for (int at = sector * 512; at < (sector + 1) * 512; at++) {
      if (bytes[at] != (byte) value) {
        return false;
      }
    }
    return true;
  }
}

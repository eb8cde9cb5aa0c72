package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A disk at its plainest: whole copies of every file after every write, whole lists of changes of
 * names, and from them every outcome that a power cut may have.
 */
final class ReferenceDisk {
  private static final int SECTOR = 512;

  /** Copies of one file: as it was last forced, and after each write since. */
  static final class Content {
    private final List<byte[]> copies = new ArrayList<>();

    Content(byte[] durable) {
      copies.add(durable);
    }

    byte[] now() {
      return copies.get(copies.size() - 1);
    }

    byte[] durable() {
      return copies.get(0);
    }

    void write(int position, byte[] bytes) {
      byte[] copy = Arrays.copyOf(now(), Math.max(now().length, position + bytes.length));
      System.arraycopy(bytes, 0, copy, position, bytes.length);
      copies.add(copy);
    }

    void force() {
      byte[] now = now();
      copies.clear();
      copies.add(now);
    }

    private boolean mayBecome(byte[] left) {
      if (left.length < durable().length || left.length > now().length) {
        return false;
      }
      for (int start = 0; start < left.length; start += SECTOR) {
        if (!maySectorBecome(start, Arrays.copyOfRange(left, start, end(start, left)))) {
          return false;
        }
      }
      return true;
    }

    private static int end(int start, byte[] bytes) {
      return Math.min(start + SECTOR, bytes.length);
    }

    private boolean maySectorBecome(int start, byte[] left) {
      for (byte[] one : copies) {
        byte[] first = sector(one, start, left.length);
        if (Arrays.equals(first, left)) {
          return true;
        }
        for (byte[] other : copies) {
          if (isTorn(first, sector(other, start, left.length), left)) {
            return true;
          }
        }
      }
      return false;
    }

    private static byte[] sector(byte[] copy, int start, int length) {
      return Arrays.copyOf(
          start < copy.length ? Arrays.copyOfRange(copy, start, copy.length) : new byte[0], length);
    }

    /** Whether {@code left} begins as one and ends as the other. */
    private static boolean isTorn(byte[] first, byte[] second, byte[] left) {
      int same = Arrays.mismatch(first, left);
      return Arrays.equals(first, same, left.length, left, same, left.length)
          || Arrays.equals(second, same, left.length, left, same, left.length);
    }
  }

  private record Change(String from, String to, Content content) {
    boolean sharesNameWith(Change other) {
      return names().stream().anyMatch(other.names()::contains);
    }

    private List<String> names() {
      List<String> names = new ArrayList<>();
      for (String name : Arrays.asList(from, to)) {
        if (name != null) {
          names.add(name);
        }
      }
      return names;
    }

    void applyTo(Map<String, Content> files) {
      if (from != null) {
        files.remove(from);
      }
      if (to != null) {
        files.put(to, content);
      }
    }
  }

  private final List<Change> changes = new ArrayList<>();
  private Map<String, Content> current = new TreeMap<>();
  private Map<String, Content> durable = new TreeMap<>();

  List<String> names() {
    return List.copyOf(current.keySet());
  }

  Content content(String name) {
    return current.get(name);
  }

  int changes() {
    return changes.size();
  }

  Content create(String name, int bytes) {
    Content content = new Content(new byte[0]);
    content.copies.add(new byte[bytes]);
    change(new Change(null, name, content));
    return content;
  }

  void rename(String from, String to) {
    change(new Change(from, to, current.get(from)));
  }

  void delete(String name) {
    change(new Change(name, null, current.get(name)));
  }

  private void change(Change change) {
    change.applyTo(current);
    changes.add(change);
  }

  void forceNames() {
    durable = new TreeMap<>(current);
    changes.clear();
  }

  /** Fails unless a power cut may leave that; goes on from it. */
  void crash(CrashKind kind, Map<String, byte[]> left) {
    boolean allowed =
        switch (kind) {
          case NOTHING_KEPT -> isExactly(durable, left, false);
          case ALL_KEPT -> isExactly(current, left, true);
          case NAMES_KEPT -> isExactly(current, left, false);
          case BYTES_KEPT -> isExactly(durable, left, true);
          case IN_ORDER, ANY -> isPossible(left);
        };
    assertThat(allowed).as("%s may leave %s", kind, left.keySet()).isTrue();
    current = new TreeMap<>();
    left.forEach((name, bytes) -> current.put(name, new Content(bytes)));
    forceNames();
  }

  private static boolean isExactly(
      Map<String, Content> files, Map<String, byte[]> left, boolean now) {
    return files.keySet().equals(left.keySet())
        && files.entrySet().stream()
            .allMatch(
                file -> {
                  Content content = file.getValue();
                  byte[] bytes = now ? content.now() : content.durable();
                  return Arrays.equals(bytes, left.get(file.getKey()));
                });
  }

  /** Tries every subset of the changes of names that has all that each of its changes needs. */
  private boolean isPossible(Map<String, byte[]> left) {
    for (int subset = 0; subset < 1 << changes.size(); subset++) {
      Map<String, Content> files = files(subset);
      if (files != null
          && files.keySet().equals(left.keySet())
          && left.keySet().stream().allMatch(name -> files.get(name).mayBecome(left.get(name)))) {
        return true;
      }
    }
    return false;
  }

  private Map<String, Content> files(int subset) {
    Map<String, Content> files = new TreeMap<>(durable);
    for (int index = 0; index < changes.size(); index++) {
      if ((subset >> index & 1) == 1) {
        for (int earlier = 0; earlier < index; earlier++) {
          if ((subset >> earlier & 1) == 0
              && changes.get(earlier).sharesNameWith(changes.get(index))) {
            return null;
          }
        }
        changes.get(index).applyTo(files);
      }
    }
    return files;
  }
}

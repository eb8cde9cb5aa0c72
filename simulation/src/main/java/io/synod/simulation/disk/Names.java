package io.synod.simulation.disk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * The names of a disk's files: the current ones, the last forced ones, and the changes between. A
 * change is kept or lost as a whole, so that a rename leaves one name or the other. It is kept only
 * with all earlier changes of the same names.
 */
final class Names {
  private final List<Change> unforced = new ArrayList<>();
  private TreeMap<String, FileContent> current = new TreeMap<>();
  private TreeMap<String, FileContent> durable = new TreeMap<>();

  /**
   * @param from the removed name; null for none
   * @param to the added name; null for none
   * @param forgotten whether it counts as forced although it is not
   */
  private record Change(long number, String from, String to, FileContent file, boolean forgotten) {

    void applyTo(Map<String, FileContent> names) {
      if (from != null) {
        names.remove(from);
      }
      if (to != null) {
        names.put(to, file);
      }
    }

    boolean concerns(Set<String> names) {
      return from != null && names.contains(from) || to != null && names.contains(to);
    }

    void addNamesTo(Set<String> names) {
      if (from != null) {
        names.add(from);
      }
      if (to != null) {
        names.add(to);
      }
    }

    Change forgottenToo() {
      return new Change(number, from, to, file, true);
    }
  }

  FileContent get(String name) {
    return current.get(name);
  }

  Map<String, FileContent> current() {
    return current;
  }

  void create(String name, FileContent file, long number) {
    change(new Change(number, null, name, file, false));
  }

  void delete(String name, long number) {
    change(new Change(number, name, null, current.get(name), false));
  }

  void rename(String from, String to, long number) {
    change(new Change(number, from, to, current.get(from), false));
  }

  private void change(Change change) {
    change.applyTo(current);
    unforced.add(change);
  }

  void force() {
    List<Change> left = new ArrayList<>();
    durable = apply(number -> true, left);
    unforced.clear();
    // Lost changes stay lost, and hold back later changes of the same names.
    unforced.addAll(left);
  }

  void failForce(FailedForce left, SplittableRandom random) {
    switch (left) {
      case KEPT_AND_LOST -> forget(random);
      case REVERTED -> revert();
    }
  }

  private void forget(SplittableRandom random) {
    int surely = unforced.isEmpty() ? 0 : random.nextInt(unforced.size());
    for (int index = 0; index < unforced.size(); index++) {
      if (index == surely || random.nextBoolean()) {
        unforced.set(index, unforced.get(index).forgottenToo());
      }
    }
  }

  private void revert() {
    current = new TreeMap<>(durable);
    unforced.clear();
  }

  /** Applies the result of the power cut. */
  void settle(PowerCut cut) {
    durable = apply(cut::keepsName, new ArrayList<>());
    revert();
  }

  /**
   * The durable names after the kept unforced changes.
   *
   * @param left receives the other changes
   */
  private TreeMap<String, FileContent> apply(LongPredicate isKept, List<Change> left) {
    TreeMap<String, FileContent> names = new TreeMap<>(durable);
    Set<String> concerned = new HashSet<>();
    for (Change change : unforced) {
      boolean kept = isKept.test(change.number);
      if (kept && !change.forgotten && !change.concerns(concerned)) {
        change.applyTo(names);
      } else {
        change.addNamesTo(concerned);
        left.add(change);
      }
    }
    return names;
  }

  /** Every file that has a name, or may have one after a power cut. */
  Collection<FileContent> files() {
    Set<FileContent> files = new LinkedHashSet<>(durable.values());
    unforced.forEach(change -> files.add(change.file));
    return files;
  }

  void addChangesTo(Set<Long> changes) {
    unforced.forEach(change -> changes.add(change.number));
  }
}

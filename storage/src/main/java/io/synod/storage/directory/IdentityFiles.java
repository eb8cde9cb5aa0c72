package io.synod.storage.directory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The two files that hold a directory's identity, either of which is enough. One thread. */
final class IdentityFiles {
  private static final String FIRST = "identity";
  private static final String SECOND = "identity.copy";

  /**
   * One of them.
   *
   * @param stored what it holds; null if there is nothing to be read
   * @param bytes all of the file, with fields that this version does not know; null with {@code
   *     stored}
   * @param problem why not; empty if there is
   */
  private record Copy(String name, StoredIdentity stored, byte[] bytes, String problem) {

    Copy(String name, String problem) {
      this(name, null, null, problem);
    }
  }

  private static final String MISSING = "is missing";

  private final Path directory;
  private final List<Copy> copies;

  private IdentityFiles(Path directory, List<Copy> copies) {
    this.directory = directory;
    this.copies = copies;
  }

  /**
   * Reads both; changes nothing.
   *
   * @throws DirectoryException if one is of a newer format, or holds what only a later version
   *     understands
   */
  static IdentityFiles read(Path directory) throws IOException {
    return new IdentityFiles(directory, List.of(copy(directory, FIRST), copy(directory, SECOND)));
  }

  /** Removes both. */
  static void delete(Path directory) throws IOException {
    // The copy first: the one that is left is enough.
    Files.deleteIfExists(directory.resolve(SECOND));
    Files.deleteIfExists(directory.resolve(FIRST));
    LastingFiles.force(directory);
  }

  private static Copy copy(Path directory, String name) throws IOException {
    byte[] file;
    try (InputStream in = Files.newInputStream(directory.resolve(name))) {
      file = in.readNBytes(StoredIdentity.BYTES_MAX);
    } catch (NoSuchFileException missing) {
      return new Copy(name, MISSING);
    } catch (FileSystemException refused) {
      throw refused;
    } catch (IOException unreadable) {
      // What the disk does not give back is damaged; the other copy is there for that.
      return new Copy(name, "cannot be read (" + unreadable.getMessage() + ")");
    }
    int format = CheckedLines.format(file);
    if (format > StoredIdentity.FORMAT) {
      throw DirectoryException.of(
          directory,
          "has format %d, and this Synod reads up to %d; start the newer Synod that wrote it"
              .formatted(format, StoredIdentity.FORMAT));
    }
    StoredIdentity stored = format == 0 ? null : StoredIdentity.decode(file);
    if (stored == null) {
      return new Copy(name, "is damaged");
    }
    if (stored.unknownTag() >= 0) {
      throw DirectoryException.of(
          directory,
          ("was written by a later version of Synod, with field 0x%04x in %s, which must be"
                  + " understood and which this version does not know: start that version or a"
                  + " later one")
              .formatted(stored.unknownTag(), name));
    }
    return new Copy(name, stored, file, "");
  }

  /** Whether a file with this name is one of them, or one of them that is being written. */
  static boolean isOne(String name) {
    String ending = LastingFiles.PARTIAL;
    String whole =
        name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
    return whole.equals(FIRST) || whole.equals(SECOND);
  }

  boolean areMissing() {
    return copies.stream().allMatch(copy -> copy.problem().equals(MISSING));
  }

  /**
   * What the files hold.
   *
   * @param otherwise what to do if there is no good copy of either
   * @throws DirectoryException if neither is whole, or they differ
   */
  StoredIdentity stored(String otherwise) throws DirectoryException {
    List<StoredIdentity> whole = new ArrayList<>();
    for (Copy copy : copies) {
      if (copy.stored() != null && !whole.contains(copy.stored())) {
        whole.add(copy.stored());
      }
    }
    if (whole.isEmpty()) {
      throw DirectoryException.of(
          directory,
          "has no readable identity: %s %s and %s %s; put one of them back from a copy of this"
                  .formatted(FIRST, copies.get(0).problem(), SECOND, copies.get(1).problem())
              + " directory"
              + otherwise);
    }
    if (whole.size() > 1) {
      throw DirectoryException.of(
          directory,
          "has two different identities: %s holds %s, and %s holds %s; remove the wrong one"
              .formatted(FIRST, whole.get(0), SECOND, whole.get(1)));
    }
    return whole.get(0);
  }

  /** What {@link #mend} would say. */
  List<String> notes() {
    return copies.stream()
        .filter(copy -> copy.stored() == null)
        .map(copy -> "%s %s".formatted(directory.resolve(copy.name()), copy.problem()))
        .toList();
  }

  /** Writes anew whichever file is not whole, as the other one or {@code stored}. It lasts then. */
  void mend(StoredIdentity stored) throws IOException {
    byte[] whole = stored.encoded();
    for (Copy copy : copies) {
      whole = copy.stored() == null ? whole : copy.bytes();
    }
    for (Copy copy : copies) {
      if (copy.stored() == null) {
        LastingFiles.replace(directory.resolve(copy.name()), whole);
      }
    }
  }

  /** Puts {@code made} in place of what the files hold. */
  static void replace(Path directory, StoredIdentity made) throws IOException {
    // Wherever this is cut short, what is left does not contradict itself.
    Files.deleteIfExists(directory.resolve(SECOND));
    LastingFiles.force(directory);
    LastingFiles.replace(directory.resolve(FIRST), made.encoded());
    LastingFiles.replace(directory.resolve(SECOND), made.encoded());
  }
}

package io.synod.storage.directory;

import static io.synod.storage.directory.Directories.IDENTITY;
import static io.synod.storage.directory.Directories.NEVER_DRAWN;
import static io.synod.storage.directory.Directories.openNew;
import static io.synod.storage.directory.Directories.reopen;
import static io.synod.storage.directory.Directories.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.synod.storage.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only its owner may read what is in a directory. */
class DirectoryPermissionsTest {
  @TempDir private Path temporary;

  @Test
  void only_its_owner_may_read_a_new_directory() throws IOException {
    assumeTrue(isPosix());
    Path directory = temporary.resolve("replica");
    try (ReplicaDirectory opened = openNew(directory)) {
      FileDisk.of(opened.journal()).create("segment", 10).close();
      assertThat(permissions(directory))
          .containsOnlyKeys(
              "", "identity", "identity.copy", "journal", "journal/segment", "lock", "snapshots");
      assertPrivate(directory);
    }
  }

  @Test
  void files_that_other_users_could_read_are_restricted_at_opening() throws IOException {
    assumeTrue(isPosix());
    used(temporary);
    Files.createFile(temporary.resolve("snapshots/7.snapshot"));
    for (String name : permissions(temporary).keySet()) {
      boolean isDirectory = Files.isDirectory(temporary.resolve(name));
      Files.setPosixFilePermissions(
          temporary.resolve(name),
          PosixFilePermissions.fromString(isDirectory ? "rwxr-xr-x" : "rw-r--r--"));
    }

    try (ReplicaDirectory opened = reopen(temporary)) {
      assertThat(opened.notes()).isEmpty();
      assertPrivate(temporary);
    }
  }

  @Test
  void the_file_behind_a_link_is_left_as_it_is() throws IOException {
    assumeTrue(isPosix());
    Path directory = Files.createDirectory(temporary.resolve("replica"));
    used(directory);
    Path shared = Files.createFile(temporary.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rw-r--r--"));
    Files.createSymbolicLink(directory.resolve("snapshots/7.snapshot"), shared);
    reopen(directory).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared)))
        .isEqualTo("rw-r--r--");
  }

  @ParameterizedTest
  @ValueSource(strings = {"letter.txt", "identity.pub"})
  void a_directory_with_anything_else_is_refused_and_left_as_it_is(String file) throws IOException {
    assumeTrue(isPosix());
    Files.writeString(temporary.resolve(file), "for all to read");
    Files.createDirectory(temporary.resolve("journal"));
    for (String name : permissions(temporary).keySet()) {
      Files.setPosixFilePermissions(
          temporary.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Map<String, String> before = permissions(temporary);

    Directories.assertRefused(() -> openNew(temporary))
        .hasMessage(
            temporary
                + " holds '"
                + file
                + "', and no identity of a replica, learner or backup; name an"
                + " empty directory, or a new one");

    assertThat(permissions(temporary)).isEqualTo(before);
  }

  @Test
  void a_directory_of_another_replica_keeps_its_permissions() throws IOException {
    assumeTrue(isPosix());
    used(temporary);
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> before = permissions(temporary);
    DirectoryIdentity other = new DirectoryIdentity("orders", 2, "sync", IDENTITY.terms());
    Directories.assertRefused(() -> ReplicaDirectory.open(temporary, other, NEVER_DRAWN))
        .hasMessageContaining("belongs to replica 1");
    assertThat(permissions(temporary)).isEqualTo(before);
  }

  private boolean isPosix() {
    return temporary.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static void assertPrivate(Path directory) throws IOException {
    permissions(directory)
        .forEach(
            (name, permissions) ->
                assertThat(permissions)
                    .as(name)
                    .isEqualTo(
                        Files.isDirectory(directory.resolve(name)) ? "rwx------" : "rw-------"));
  }

  private static Map<String, String> permissions(Path directory) throws IOException {
    Map<String, String> permissions = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        permissions.put(
            directory.relativize(file).toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
    return permissions;
  }
}

package io.synod.storage.directory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the tests of directories share. */
final class Directories {
  static final DirectoryIdentity IDENTITY =
      new DirectoryIdentity("orders", 1, "sync", "replicas = 3, count = 8");
  static final long NONCE = 0x9e3779b97f4a7c15L;

  /** For directories that are not new. */
  static final LongSupplier NEVER_DRAWN =
      () -> {
        throw new AssertionError("a nonce is drawn");
      };

  private Directories() {}

  static ReplicaDirectory openNew(Path directory) throws DirectoryException {
    return ReplicaDirectory.open(directory, IDENTITY, () -> NONCE);
  }

  static ReplicaDirectory reopen(Path directory) throws DirectoryException {
    return ReplicaDirectory.open(directory, IDENTITY, NEVER_DRAWN);
  }

  /** A directory that was used, has a journal and is closed. */
  static Path used(Path directory) throws IOException {
    try (ReplicaDirectory opened = openNew(directory)) {
      Files.writeString(opened.journal().resolve("0000000000000001.journal"), "a vote");
    }
    return directory;
  }

  static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ThrowingCallable use) {
    return assertThatThrownBy(use).isInstanceOf(DirectoryException.class);
  }

  static Path first(Path directory) {
    return directory.resolve("identity");
  }

  static Path second(Path directory) {
    return directory.resolve("identity.copy");
  }

  static void damage(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= (byte) 0xFF;
    Files.write(file, bytes);
  }
}

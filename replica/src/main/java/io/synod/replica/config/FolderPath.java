package io.synod.replica.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A folder, kept as a {@code Path}; a relative one is looked for where the process was started. */
final class FolderPath implements ValueType {

  @Override
  public Path parse(String text) {
    refuseUnlessPlain(text);
    try {
      return Path.of(text);
    } catch (InvalidPathException unusable) {
      throw new IllegalArgumentException(
          "'%s' is no path here: %s".formatted(Text.shortened(text), unusable.getReason()),
          unusable);
    }
  }

  @Override
  public String format(Object value) {
    return value.toString();
  }

  /** A path that was not read from text may still be one that no file can hold. */
  @Override
  public void check(Object value) {
    refuseUnlessPlain(format(value));
  }

  private void refuseUnlessPlain(String text) {
    boolean framed = !text.strip().equals(text);
    if (text.isEmpty() || framed || text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("'%s' is not %s".formatted(Text.shortened(text), range()));
    }
  }

  @Override
  public String range() {
    return "a path without control characters and surrounding blanks";
  }
}

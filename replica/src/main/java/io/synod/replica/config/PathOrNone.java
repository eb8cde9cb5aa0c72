package io.synod.replica.config;

import java.nio.file.Path;
import java.util.Optional;

/** A path as {@link FolderPath} takes it, or the word {@code none}; kept as an {@code Optional}. */
final class PathOrNone implements ValueType {
  private static final String WORD = "none";

  private final FolderPath path = new FolderPath();

  @Override
  public Optional<Path> parse(String text) {
    return text.equals(WORD) ? Optional.empty() : Optional.of(path.parse(text));
  }

  @Override
  public String format(Object value) {
    return of(value).map(path::format).orElse(WORD);
  }

  @Override
  public void check(Object value) {
    of(value).ifPresent(path::check);
  }

  @Override
  public String range() {
    return WORD + ", or " + path.range();
  }

  private static Optional<Path> of(Object value) {
    return ((Optional<?>) value).map(Path.class::cast);
  }
}

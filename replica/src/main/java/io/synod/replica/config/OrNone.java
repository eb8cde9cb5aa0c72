package io.synod.replica.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A value of another type, or the word {@code none}.
 *
 * @param none is kept for the word
 */
record OrNone(ValueType type, Object none) implements ValueType {
  private static final String WORD = "none";

  /** A limit; without one it is more than any disk or link has. */
  static OrNone limit(Amount amount) {
    return new OrNone(amount, Long.MAX_VALUE);
  }

  /** A file; without one an empty {@code Optional} is kept. */
  static OrNone file() {
    return new OrNone(new FolderPath(), Optional.empty());
  }

  @Override
  public Object parse(String text) {
    Object value = text.equals(WORD) ? none : type.parse(text);
    check(value);
    return value;
  }

  @Override
  public String format(Object value) {
    return none.equals(value) ? WORD : type.format(value);
  }

  @Override
  public void check(Object value) {
    if (none.equals(value)) {
      return;
    }
    type.check(value);
    if (value instanceof Path path && path.getFileName() == null) {
      throw new IllegalArgumentException("'%s' is a folder; name a file in it".formatted(path));
    }
  }

  @Override
  public String range() {
    return WORD + ", or " + type.range();
  }
}

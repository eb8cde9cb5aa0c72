package io.synod.replica.config;

import java.util.regex.Pattern;

/** A name that fits a log line and a handshake. */
final class ClusterName implements ValueType {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  @Override
  public String parse(String text) {
    return text;
  }

  @Override
  public String format(Object value) {
    return (String) value;
  }

  @Override
  public void check(Object value) {
    if (!ALLOWED.matcher((String) value).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not %s".formatted(Text.shortened((String) value), range()));
    }
  }

  @Override
  public String range() {
    return "1 to 64 of A-Z a-z 0-9 . _ -";
  }
}

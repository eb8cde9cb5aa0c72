package io.synod.replica.config;

import io.synod.network.transport.ClusterNames;

/** A name that fits a log line and a handshake. */
final class ClusterName implements ValueType {
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
    if (!ClusterNames.isAllowed((String) value)) {
      throw new IllegalArgumentException(
          "'%s' is not %s".formatted(Text.shortened((String) value), range()));
    }
  }

  @Override
  public String range() {
    return ClusterNames.RANGE;
  }
}

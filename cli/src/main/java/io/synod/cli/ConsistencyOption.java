package io.synod.cli;

import io.synod.core.settings.Consistency;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A query's consistency: {@code log}, {@code leader}, {@code lease}, {@code quorum}, {@code stale},
 * or an age.
 */
final class ConsistencyOption implements ITypeConverter<Consistency> {
  private static final Map<String, Consistency> WORDS =
      Map.of(
          "log", Consistency.LOG,
          "leader", Consistency.LEADER,
          "lease", Consistency.LEASE,
          "quorum", Consistency.QUORUM,
          "stale", Consistency.STALE);

  private final DurationOption ages = new DurationOption();

  @Override
  public Consistency convert(String text) {
    Consistency word = WORDS.get(text);
    if (word != null) {
      return word;
    }
    try {
      return Consistency.bounded(ages.convert(text));
    } catch (TypeConversionException notAnAge) {
      throw new TypeConversionException(
          "'" + text + "' is not log, leader, lease, quorum, stale or an age such as 500ms");
    }
  }
}

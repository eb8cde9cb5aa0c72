package io.synod.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time of 1 ms to a year, as settings have it: {@code 500ms}, {@code 2s}, {@code 1min}, {@code
 * 1h}.
 */
public final class DurationOption implements ITypeConverter<Duration> {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,12})(ms|s|min|h)");

  private static final Duration LONGEST = Duration.ofDays(365);

  /** The constructor for picocli. */
  public DurationOption() {}

  @Override
  public Duration convert(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a time such as 500ms, 2s, 1min or 1h");
    }
    long count = Long.parseLong(matcher.group(1));
    if (count == 0) {
      throw new TypeConversionException("'" + text + "' is too short: the least is 1ms");
    }
    Duration time =
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(count);
          case "s" -> Duration.ofSeconds(count);
          case "min" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    if (time.compareTo(LONGEST) > 0) {
      throw new TypeConversionException("'" + text + "' is more than a year (8760h)");
    }
    return time;
  }
}

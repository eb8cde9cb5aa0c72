package io.synod.benchmarks.peers;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time in the notation of the {@code synod} command: {@code 500ms}, {@code 2s}, {@code 1min}. */
final class DurationOption implements ITypeConverter<Duration> {
  private static final Pattern WRITTEN = Pattern.compile("([1-9][0-9]{0,8})(ms|s|min)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a time such as 500ms, 2s or 1min");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      default -> Duration.ofMinutes(count);
    };
  }
}

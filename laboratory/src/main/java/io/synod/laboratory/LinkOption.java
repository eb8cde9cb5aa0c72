package io.synod.laboratory;

import io.synod.link.LinkShape;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A link: a name, or parts of {@code latency=50ms,jitter=1ms,bandwidth=10Mbit}. */
final class LinkOption implements ITypeConverter<LinkShape> {
  private static final String LATENCY = "latency";
  private static final String JITTER = "jitter";
  private static final String BANDWIDTH = "bandwidth";
  private static final List<String> KEYS = List.of(LATENCY, JITTER, BANDWIDTH);
  private static final double NANOS_PER_MILLI = 1e6;

  @Override
  public LinkShape convert(String text) {
    try {
      return text.indexOf('=') < 0 ? LinkShape.named(text) : shape(parts(text));
    } catch (IllegalArgumentException unknown) {
      throw new TypeConversionException(
          unknown.getMessage() + ", or latency=50ms,jitter=1ms,bandwidth=10Mbit");
    }
  }

  private static Map<String, String> parts(String text) {
    return Stream.of(text.split(",", -1))
        .map(part -> part.split("=", 2))
        .collect(Collectors.toMap(LinkOption::key, part -> part[1], LinkOption::twice));
  }

  private static String key(String[] part) {
    if (part.length < 2 || !KEYS.contains(part[0])) {
      throw new IllegalArgumentException(
          "a link has latency, jitter and bandwidth, not '%s': use one of these names"
              .formatted(part[0]));
    }
    return part[0];
  }

  private static String twice(String one, String other) {
    throw new IllegalArgumentException(
        "'%s' and '%s' set the same property: use one".formatted(one, other));
  }

  private static LinkShape shape(Map<String, String> parts) {
    long bandwidth =
        parts.containsKey(BANDWIDTH)
            ? Math.round(new BandwidthOption().convert(parts.get(BANDWIDTH)))
            : 0;
    return LinkShape.limited(
        nanos(parts.getOrDefault(LATENCY, "0ms")),
        nanos(parts.getOrDefault(JITTER, "0ms")),
        bandwidth);
  }

  private static long nanos(String time) {
    return Math.round(new MillisOption().convert(time) * NANOS_PER_MILLI);
  }
}

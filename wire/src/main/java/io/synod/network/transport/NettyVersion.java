package io.synod.network.transport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Netty, such as {@code 4.2.18.Final}: its line, here 4.2, and the patch within it.
 */
record NettyVersion(int major, int minor, int patch) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})\\b.*");

  /**
   * @throws IllegalArgumentException if the text begins with no version
   */
  static NettyVersion parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'%s' is no version of Netty".formatted(text));
    }
    return new NettyVersion(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)));
  }

  boolean isOlderThan(NettyVersion other) {
    return isOfOlderLineThan(other) || isOfLine(other) && patch < other.patch;
  }

  boolean isOfNewerLineThan(NettyVersion other) {
    return other.isOfOlderLineThan(this);
  }

  private boolean isOfOlderLineThan(NettyVersion other) {
    return major < other.major || major == other.major && minor < other.minor;
  }

  private boolean isOfLine(NettyVersion other) {
    return major == other.major && minor == other.minor;
  }

  /** As in "4.2". */
  String line() {
    return major + "." + minor;
  }
}

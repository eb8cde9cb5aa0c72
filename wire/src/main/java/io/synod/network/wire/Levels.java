package io.synod.network.wire;

import io.synod.core.check.Check;
import io.synod.core.format.Extension;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The levels that a version speaks. The bodies of a connection follow the highest level that both
 * sides speak. Each hello and each welcome carries it in its extension.
 *
 * @param lowest 1 or more
 * @param highest not below {@code lowest}
 * @param software the version of Synod, for people: 1 to 64 visible characters of ASCII
 */
public record Levels(int lowest, int highest, String software) {
  private static final Pattern SOFTWARE = Pattern.compile("[ -~]{1,64}");

  /** Of this version. */
  public static final Levels OWN = new Levels(1, 1, ownSoftware());

  private static final int LOWEST_TAG = 1;
  private static final int HIGHEST_TAG = 2;
  private static final int SOFTWARE_TAG = 3;

  public Levels {
    Check.that(lowest >= 1 && highest >= lowest, "levels from %d to %d are none", lowest, highest);
    Check.that(SOFTWARE.matcher(software).matches(), "the software's version cannot be shown");
  }

  /** The highest level that both speak; 0 if there is none. */
  public int common(Levels other) {
    int level = Math.min(highest, other.highest);
    return level >= lowest && level >= other.lowest ? level : 0;
  }

  /**
   * Why two sides without a common level cannot talk, and what to do, for both of them. Null if
   * they have a common level.
   *
   * @param self this side, in words
   * @param peer the side that speaks {@code other}, in words
   */
  public String refusal(String self, String peer, Levels other) {
    return common(other) > 0
        ? null
        : ("%s speaks %s, %s %s: they have no level in common and cannot talk to each other; upgrade"
                + " the older one to a version between the two, which speaks a level of each")
            .formatted(peer, other, self, this);
  }

  /** In words. */
  @Override
  public String toString() {
    String range = lowest == highest ? "level " + lowest : "levels " + lowest + " to " + highest;
    return range + " (Synod " + software + ")";
  }

  Extension extension() {
    return Extension.EMPTY
        .with(LOWEST_TAG, int32(lowest))
        .with(HIGHEST_TAG, int32(highest))
        .with(SOFTWARE_TAG, software.getBytes(StandardCharsets.US_ASCII));
  }

  static Levels of(Extension extension) throws MalformedFrame {
    int lowest = int32(extension, LOWEST_TAG, "lowest level");
    int highest = int32(extension, HIGHEST_TAG, "highest level");
    if (lowest < 1 || highest < lowest) {
      throw MalformedFrame.body("levels from %d to %d are none", lowest, highest);
    }
    byte[] software = extension.value(SOFTWARE_TAG);
    String text = software == null ? "" : new String(software, StandardCharsets.UTF_8);
    if (!SOFTWARE.matcher(text).matches()) {
      throw MalformedFrame.body("the software's version is missing or cannot be shown");
    }
    return new Levels(lowest, highest, text);
  }

  private static int int32(Extension extension, int tag, String field) throws MalformedFrame {
    byte[] value = extension.value(tag);
    if (value == null || value.length != Integer.BYTES) {
      throw MalformedFrame.body("the extension has no %s of 4 bytes", field);
    }
    return ByteBuffer.wrap(value).getInt();
  }

  private static byte[] int32(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }

  // An embedder may have packed this class into a jar with any version, or with none.
  private static String ownSoftware() {
    String version = Levels.class.getPackage().getImplementationVersion();
    return version == null || !SOFTWARE.matcher(version).matches() ? "not packaged" : version;
  }
}

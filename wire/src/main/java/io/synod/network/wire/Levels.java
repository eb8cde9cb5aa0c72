package io.synod.network.wire;

import io.synod.core.check.Check;
import io.synod.core.format.Extension;
import io.synod.core.version.KnownVersions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What one side of a connection knows. The bodies of a connection follow the highest level that
 * both sides know. Each hello and each welcome carries it in its extension.
 *
 * @param known levels; and the versions of a replica's or learner's service, first ones for others
 * @param software the version of Synod, for people: 1 to 64 visible characters of ASCII
 */
public record Levels(KnownVersions known, String software) {
  private static final Pattern SOFTWARE = Pattern.compile("[ -~]{1,64}");

  private static final String OWN_SOFTWARE = BuildProperties.synodVersion();

  /** Of this version of Synod. */
  public static final Levels OWN = of(KnownVersions.FIRST);

  private static final int LOWEST_TAG = 1;
  private static final int HIGHEST_TAG = 2;
  private static final int SOFTWARE_TAG = 3;

  // Left out if the service knows its first version only. Tag 4 is that of a membership.
  private static final int SERVICE_TAG = 5;

  public Levels {
    Check.that(SOFTWARE.matcher(software).matches(), "the software's version cannot be shown");
  }

  /** With a service that knows its first version only. */
  public Levels(int lowest, int highest, String software) {
    this(new KnownVersions(lowest, highest, 1, 1), software);
  }

  /** Of this version of Synod, that knows {@code known}. */
  public static Levels of(KnownVersions known) {
    return new Levels(known, OWN_SOFTWARE);
  }

  public int lowest() {
    return known.lowestLevel();
  }

  public int highest() {
    return known.highestLevel();
  }

  /** The highest level that both speak; 0 if there is none. */
  public int common(Levels other) {
    int level = Math.min(highest(), other.highest());
    return level >= lowest() && level >= other.lowest() ? level : 0;
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
    String range =
        lowest() == highest() ? "level " + lowest() : "levels " + lowest() + " to " + highest();
    return range + " (Synod " + software + ")";
  }

  Extension extension() {
    Extension extension =
        Extension.EMPTY
            .with(LOWEST_TAG, int32(lowest()))
            .with(HIGHEST_TAG, int32(highest()))
            .with(SOFTWARE_TAG, software.getBytes(StandardCharsets.US_ASCII));
    if (known.oldestService() == 1 && known.newestService() == 1) {
      return extension;
    }
    ByteBuffer service = ByteBuffer.allocate(2 * Integer.BYTES);
    service.putInt(known.oldestService()).putInt(known.newestService());
    return extension.with(SERVICE_TAG, service.array());
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
    return new Levels(known(lowest, highest, extension.value(SERVICE_TAG)), text);
  }

  private static KnownVersions known(int lowest, int highest, byte[] service)
      throws MalformedFrame {
    if (service == null) {
      return new KnownVersions(lowest, highest, 1, 1);
    }
    ByteBuffer in = ByteBuffer.wrap(service);
    if (service.length != 2 * Integer.BYTES
        || in.getInt(0) < 1
        || in.getInt(Integer.BYTES) < in.getInt(0)) {
      throw MalformedFrame.body("the extension has no versions of a service");
    }
    return new KnownVersions(lowest, highest, in.getInt(0), in.getInt(Integer.BYTES));
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
}

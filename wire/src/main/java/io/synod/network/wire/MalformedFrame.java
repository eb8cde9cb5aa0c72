package io.synod.network.wire;

/**
 * Bytes that are not a frame, or a frame that is not allowed where it came. The connection that
 * brought it is closed. Carries no stack trace, because any stranger that can connect can cause it.
 */
public final class MalformedFrame extends Exception {
  private static final long serialVersionUID = 1L;

  /** The rule that was broken. */
  public enum Kind {
    MAGIC,
    VERSION,
    LENGTH,
    CRC,
    TYPE,
    BODY,
    UNFINISHED
  }

  private final Kind kind;

  public MalformedFrame(Kind kind, String format, Object... values) {
    super(format.formatted(values), null, false, false);
    this.kind = kind;
  }

  /** A type that is known, but not allowed on this port or at this point of the conversation. */
  public static MalformedFrame unexpected(FrameType type, String where) {
    return new MalformedFrame(Kind.TYPE, "frame %s does not belong %s", type, where);
  }

  static MalformedFrame body(String format, Object... values) {
    return new MalformedFrame(Kind.BODY, format, values);
  }

  public Kind kind() {
    return kind;
  }
}

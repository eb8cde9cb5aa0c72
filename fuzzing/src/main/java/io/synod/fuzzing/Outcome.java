package io.synod.fuzzing;

import java.util.regex.Pattern;

/**
 * What became of one input.
 *
 * @param kind the same for inputs that took the same way: the refusal without its values
 * @param deep whether the input got past headers and checksums
 */
public record Outcome(String kind, boolean deep) {
  private static final Pattern VALUE =
      Pattern.compile("0x[0-9A-Fa-f]+|-?[0-9]+|'[^']*'|\"[^\"]*\"");
  private static final int KIND_CHARACTERS_MAX = 160;

  /** Something behind headers and checksums was read or refused. */
  public static Outcome deep(String text) {
    return new Outcome(kindOf(text), true);
  }

  /** It was refused before its content was looked at, or is incomplete. */
  public static Outcome shallow(String text) {
    return new Outcome(kindOf(text), false);
  }

  private static String kindOf(String text) {
    String kind = VALUE.matcher(text == null ? "" : text).replaceAll("~");
    return kind.length() <= KIND_CHARACTERS_MAX ? kind : kind.substring(0, KIND_CHARACTERS_MAX);
  }
}

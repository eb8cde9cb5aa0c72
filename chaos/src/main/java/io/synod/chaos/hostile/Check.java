package io.synod.chaos.hostile;

/**
 * One thing that must hold.
 *
 * @param figure what was measured, and what it may be
 */
public record Check(String name, String figure, boolean holds) {

  static Check that(boolean holds, String name, String format, Object... values) {
    return new Check(name, String.format(java.util.Locale.ROOT, format, values), holds);
  }

  @Override
  public String toString() {
    return "%-7s %-12s %s".formatted(holds ? "ok" : "FAILED", name, figure);
  }
}

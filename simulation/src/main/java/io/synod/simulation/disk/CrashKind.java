package io.synod.simulation.disk;

import java.util.SplittableRandom;

/** How much of the unforced changes a power cut keeps. Forced changes are always kept. */
public enum CrashKind {
  /** Nothing: neither bytes, nor lengths, nor names. */
  NOTHING_KEPT(0, 0),
  /** Everything, as if it had been written back a moment before. */
  ALL_KEPT(1, 1),
  /** All names, but no bytes: a renamed file may be empty. */
  NAMES_KEPT(0, 1),
  /** All bytes and lengths, but no names: new files are gone, deleted ones are back. */
  BYTES_KEPT(1, 0),
  /**
   * The changes before some moment. Of the change in progress at that moment, each sector is kept,
   * lost or torn.
   */
  IN_ORDER(Double.NaN, Double.NaN),
  /**
   * Any subset: each sector write and each name is kept or lost independently, with a share that is
   * drawn for each power cut. Of each write at most one sector is torn. A length is the old one,
   * the new one or one between.
   */
  ANY(Double.NaN, Double.NaN);

  private static final CrashKind[] DRAWN = {
    ANY, ANY, ANY, ANY, IN_ORDER, IN_ORDER, NOTHING_KEPT, ALL_KEPT, NAMES_KEPT, BYTES_KEPT
  };

  /** Share of the unforced bytes and names that are kept; NaN if it is drawn for each cut. */
  final double bytesKept;

  final double namesKept;

  CrashKind(double bytesKept, double namesKept) {
    this.bytesKept = bytesKept;
    this.namesKept = namesKept;
  }

  /** Any kind, the least regular one most often. */
  public static CrashKind draw(SplittableRandom random) {
    return DRAWN[random.nextInt(DRAWN.length)];
  }
}

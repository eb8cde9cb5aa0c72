package io.synod.simulation.disk;

import java.util.SplittableRandom;

/** How much of what was not forced a power cut leaves. What was forced is always left. */
public enum CrashKind {
  /** Nothing: neither bytes, nor lengths, nor names. */
  NOTHING_KEPT(0, 0),
  /** Everything, as if all had been written back a moment before. */
  ALL_KEPT(1, 1),
  /** All names, but no bytes: a renamed file may be empty. */
  NAMES_KEPT(0, 1),
  /** All bytes and lengths, but no names: new files are gone, deleted ones are back. */
  BYTES_KEPT(1, 0),
  /**
   * What was done before some moment; of the change that was under way then, each sector is kept,
   * lost or torn.
   */
  IN_ORDER(Double.NaN, Double.NaN),
  /**
   * Any of it: each sector write and each name by itself is kept or lost, at a share that is drawn
   * for each power cut, and of each write at most one sector is torn. A length is the old one, the
   * new one or one between.
   */
  ANY(Double.NaN, Double.NaN);

  private static final CrashKind[] DRAWN = {
    ANY, ANY, ANY, ANY, IN_ORDER, IN_ORDER, NOTHING_KEPT, ALL_KEPT, NAMES_KEPT, BYTES_KEPT
  };

  /** Share of the unforced bytes and names that are kept; NaN if it is for the cut to draw. */
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

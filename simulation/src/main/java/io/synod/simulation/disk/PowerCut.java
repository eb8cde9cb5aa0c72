package io.synod.simulation.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;

/** Draws which unforced changes one power cut keeps. */
final class PowerCut {
  // One of this number of kept sector writes that can be torn is torn.
  private static final int TORN_ONE_IN = 4;

  private final CrashKind kind;
  private final SplittableRandom random;
  private final double bytesKept;
  private final double namesKept;

  // IN_ORDER: every change before this one is kept, and none after it.
  private final long moment;

  private final Set<Long> torn = new HashSet<>();

  /**
   * @param changes numbers of the unforced changes, in ascending order
   */
  PowerCut(CrashKind kind, SortedSet<Long> changes, SplittableRandom random) {
    this.kind = kind;
    this.random = random;
    double share = random.nextDouble();
    bytesKept = Double.isNaN(kind.bytesKept) ? share : kind.bytesKept;
    namesKept = Double.isNaN(kind.namesKept) ? share : kind.namesKept;
    List<Long> moments = new ArrayList<>(changes);
    moment = moments.isEmpty() ? 0 : moments.get(random.nextInt(moments.size()));
  }

  boolean keepsBytes(long change) {
    return keeps(change, bytesKept);
  }

  boolean keepsName(long change) {
    return keeps(change, namesKept);
  }

  private boolean keeps(long change, double share) {
    if (kind == CrashKind.IN_ORDER && change != moment) {
      return change < moment;
    }
    return random.nextDouble() < share;
  }

  /** Whether a sector of that write is torn; true for at most one sector of a write. */
  boolean tears(long change) {
    boolean may = kind == CrashKind.ANY || kind == CrashKind.IN_ORDER && change == moment;
    return may && random.nextInt(TORN_ONE_IN) == 0 && torn.add(change);
  }

  /** A sector of which only the first or the last part was written. */
  byte[] tear(byte[] below, byte[] above) {
    int first = Arrays.mismatch(below, above);
    int last = Sector.BYTES - 1;
    while (last > first && below[last] == above[last]) {
      last--;
    }
    if (first < 0 || first == last) {
      return above;
    }
    int tear = random.nextInt(first + 1, last + 1);
    boolean firstPart = random.nextBoolean();
    byte[] left = firstPart ? above : below;
    byte[] right = firstPart ? below : above;
    byte[] mixed = Arrays.copyOf(left, Sector.BYTES);
    System.arraycopy(right, tear, mixed, tear, Sector.BYTES - tear);
    return mixed;
  }

  /** The length of {@code file} after the cut. */
  long length(FileContent file) {
    return switch (kind) {
      case IN_ORDER -> between(file.lengthBefore(moment), file.lengthBefore(moment + 1));
      case ANY -> between(file.durableLength(), file.length());
      default -> bytesKept == 1 ? file.length() : file.durableLength();
    };
  }

  private long between(long shortest, long longest) {
    return switch (random.nextInt(3)) {
      case 0 -> shortest;
      case 1 -> longest;
      default -> random.nextLong(shortest, longest + 1);
    };
  }
}

package io.synod.benchmarks.experiment.catalogue;

/** S13, figures 4, 7, 8 and 10 to 18, and table III; S11, figures 8 to 13. */
final class Lan extends BatchWindowGrid {
  private static final int OUTSTANDING_LEAST = 900;

  Lan() {
    super(OUTSTANDING_LEAST);
  }

  @Override
  public String title() {
    return "batch size and window in a LAN: S13, figures 4, 7, 8, 10-18, table III; S11, figures 8-13";
  }

  @Override
  int[] windows(boolean quick) {
    return quick ? new int[] {1, 2, 5} : new int[] {1, 2, 5, 10, 20};
  }

  @Override
  boolean isBeyond(int batch, int window) {
    return false;
  }
}

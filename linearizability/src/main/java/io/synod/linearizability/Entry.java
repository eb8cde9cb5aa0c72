package io.synod.linearizability;

/** A call or a return, linked by time; a linearized operation's two entries are lifted out. */
final class Entry {
  final int number;
  final boolean isReturn;
  Entry previous;
  Entry next;

  /** Of a call its return; null if it has none. */
  Entry match;

  /**
   * @param number of the operation
   */
  Entry(int number, boolean isReturn) {
    this.number = number;
    this.isReturn = isReturn;
  }

  void lift() {
    unlink();
    if (match != null) {
      match.unlink();
    }
  }

  /** In the opposite order of {@link #lift}, so that each finds its neighbours again. */
  void unlift() {
    if (match != null) {
      match.relink();
    }
    relink();
  }

  private void unlink() {
    previous.next = next;
    if (next != null) {
      next.previous = previous;
    }
  }

  private void relink() {
    previous.next = this;
    if (next != null) {
      next.previous = this;
    }
  }
}

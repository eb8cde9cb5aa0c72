package io.synod.simulation.node;

import io.synod.core.batcher.Requests;
import io.synod.core.command.BatchEntry;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.ClientFrame;

/** A client's frame as the batcher holds it: to be released exactly once. */
final class EntryBytes implements Requests {
  private final ClientFrame.Requests frame;
  private final Releases releases;
  private boolean released;

  /** Counts what is held. */
  static final class Releases {
    private int held;

    int held() {
      return held;
    }
  }

  EntryBytes(ClientFrame.Requests frame, Releases releases) {
    this.frame = frame;
    this.releases = releases;
    releases.held++;
  }

  @Override
  public int bytes() {
    return frame.entries().length;
  }

  @Override
  public int count() {
    return frame.count();
  }

  @Override
  public int entryBytes(int offset) {
    return BatchEntry.HEADER_BYTES + BatchEntry.payloadBytes(frame.entries(), offset);
  }

  @Override
  public void copyTo(int offset, byte[] target, int at, int length) {
    checkHeld();
    System.arraycopy(frame.entries(), offset, target, at, length);
  }

  @Override
  public void release() {
    checkHeld();
    released = true;
    releases.held--;
  }

  private void checkHeld() {
    if (released) {
      throw new Violation("%d requests of %d bytes are used after release", count(), bytes());
    }
  }
}

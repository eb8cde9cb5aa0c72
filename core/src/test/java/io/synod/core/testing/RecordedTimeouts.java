package io.synod.core.testing;

import io.synod.core.cluster.View;
import io.synod.core.time.Timeouts;
import java.util.ArrayList;
import java.util.List;

/** The timeouts of {@link Settings}, and a line for every call. */
public final class RecordedTimeouts implements Timeouts {
  private final List<String> calls = new ArrayList<>();

  /** The lines since the last call. */
  public List<String> calls() {
    List<String> lines = List.copyOf(calls);
    calls.clear();
    return lines;
  }

  @Override
  public long electionNanos() {
    return Settings.timeouts().electionNanos();
  }

  @Override
  public long retransmitNanos() {
    return Settings.timeouts().retransmitNanos();
  }

  @Override
  public long catchUpNanos() {
    return Settings.timeouts().catchUpNanos();
  }

  @Override
  public void leaderHeard(View view, long nowNanos) {
    calls.add("leader of %s at %d".formatted(view, nowNanos));
  }

  @Override
  public void quorumHeard(long silentNanos, long nowNanos) {
    calls.add("quorum after %d".formatted(silentNanos));
  }

  @Override
  public void electionFailed(long nowNanos) {
    calls.add("election failed at %d".formatted(nowNanos));
  }

  @Override
  public void decided(long nanos) {
    calls.add("decided after %d".formatted(nanos));
  }

  @Override
  public void retransmitted() {
    calls.add("retransmitted");
  }

  @Override
  public void caughtUp(long nanos) {
    calls.add("caught up after %d".formatted(nanos));
  }

  @Override
  public void notCaughtUp() {
    calls.add("not caught up");
  }
}

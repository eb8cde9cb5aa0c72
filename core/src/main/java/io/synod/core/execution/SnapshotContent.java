package io.synod.core.execution;

import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.session.SessionTable;
import io.synod.core.settings.SessionSettings;
import java.io.IOException;
import java.io.InputStream;

/** The content of an {@link ExecutionSnapshot}, for readers that need only the service's state. */
public final class SnapshotContent {
  private final long leaderTimeMillis;
  private final Memberships memberships;
  private final InputStream state;

  private SnapshotContent(long leaderTimeMillis, Memberships memberships, InputStream state) {
    this.leaderTimeMillis = leaderTimeMillis;
    this.memberships = memberships;
    this.state = state;
  }

  /**
   * Reads up to the service's state.
   *
   * @throws IOException if {@code in} threw it, ends early or is not understood
   */
  public static SnapshotContent read(InputStream in) throws IOException {
    return read(in, null);
  }

  /**
   * As {@link #read(InputStream)}, with the {@link #memberships}.
   *
   * @param first the membership of the settings
   */
  public static SnapshotContent read(InputStream in, Membership first) throws IOException {
    SnapshotReader reader = new SnapshotReader(in);
    reader.readPosition();
    // The largest bounds that a cluster may have: nothing is executed here.
    SessionSettings unbounded =
        new SessionSettings(Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    SessionTable sessions = reader.readSessions(unbounded);
    reader.readTimers(Integer.MAX_VALUE);
    reader.readEvents(sessions);
    Memberships memberships = reader.readMemberships(first);
    reader.readHalted(sessions);
    return new SnapshotContent(reader.leaderTimeMillis(), memberships, reader.rest());
  }

  /**
   * Whether the service had halted in the last slot, so that the state holds that one in part.
   * Reads the beginning only.
   *
   * @throws IOException as {@link #read} does
   */
  public static boolean isInPart(InputStream in) throws IOException {
    SnapshotReader reader = new SnapshotReader(in);
    reader.readPosition();
    return reader.isInPart();
  }

  /** Of the last batch in it: milliseconds since 1970. */
  public long leaderTimeMillis() {
    return leaderTimeMillis;
  }

  /** Those of the first slot behind it; null if it was read without the first membership. */
  public Memberships memberships() {
    return memberships;
  }

  /** What the service's own snapshot has written, to its end. */
  public InputStream state() {
    return state;
  }
}

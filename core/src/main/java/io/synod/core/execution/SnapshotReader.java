package io.synod.core.execution;

import io.synod.core.command.Batch;
import io.synod.core.format.Extension;
import io.synod.core.format.MalformedExtension;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.session.Session;
import io.synod.core.session.SessionEvent;
import io.synod.core.session.SessionLimits;
import io.synod.core.session.SessionTable;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.core.version.UpgradeEntry;
import io.synod.service.Service;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads what an {@link ExecutionSnapshot} has written, its parts in their order. Trusts nothing:
 * refuses values that no capture writes, and allocates no memory for a length before its bytes have
 * been read.
 */
final class SnapshotReader {
  private final SnapshotInput in;
  private final DataInputStream data;
  private long end;
  private long leaderTimeMillis;
  private int timers;
  private int sessionsWithEvents;
  private long digest;
  private int membershipBytes;
  private ClusterVersion clusterVersion;

  // Null if they are those of the settings.
  private SessionLimits limits;

  // Index of a request, bytes of a text and of a batch; null unless the service has halted.
  private ByteBuffer haltedCounts;

  SnapshotReader(InputStream in) {
    this.in = new SnapshotInput(in);
    this.data = new DataInputStream(this.in);
  }

  long end() {
    return end;
  }

  long leaderTimeMillis() {
    return leaderTimeMillis;
  }

  /** Of what was executed. */
  long digest() {
    return digest;
  }

  void readPosition() throws IOException {
    try {
      int version = data.readInt();
      if (version > ExecutionSnapshot.VERSION) {
        throw malformed(
            "format %d is newer than %d, the newest that this version of Synod reads: restore it"
                + " with the version that wrote it",
            version, ExecutionSnapshot.VERSION);
      }
      require(version == ExecutionSnapshot.VERSION, "there is no format %d", version);
      end = data.readLong();
      require(end >= 0, "it ends in slot %d", end);
      leaderTimeMillis = data.readLong();
      require(leaderTimeMillis >= 0, "its leader time is %d", leaderTimeMillis);
      Extension fields = Extension.read(data);
      timers = count("timers", fields.value(ExecutionSnapshot.TIMERS));
      sessionsWithEvents = count("sessions with events", fields.value(ExecutionSnapshot.EVENTS));
      int tag =
          fields.mustUnderstandBeside(
              ExecutionSnapshot.TIMERS,
              ExecutionSnapshot.EVENTS,
              ExecutionSnapshot.DIGEST,
              ExecutionSnapshot.MEMBERSHIPS,
              ExecutionSnapshot.CLUSTER_VERSION,
              ExecutionSnapshot.LIMITS,
              ExecutionSnapshot.HALTED);
      membershipBytes = count("bytes of memberships", fields.value(ExecutionSnapshot.MEMBERSHIPS));
      digest = digest(fields.value(ExecutionSnapshot.DIGEST));
      clusterVersion = version(fields.value(ExecutionSnapshot.CLUSTER_VERSION));
      limits = limits(fields.value(ExecutionSnapshot.LIMITS));
      haltedCounts = haltedCounts(fields.value(ExecutionSnapshot.HALTED));
      require(
          tag < 0,
          "a later version of Synod wrote it, with field 0x%04x, which must be understood and which"
              + " this version does not know: restore it with that version or a later one",
          tag);
    } catch (MalformedExtension broken) {
      throw malformed("extension of %s", broken.getMessage());
    } catch (EOFException early) {
      throw endsEarly();
    }
  }

  private ClusterVersion version(byte[] field) throws IOException {
    if (field == null) {
      return ClusterVersion.FIRST;
    }
    ClusterVersion read = UpgradeEntry.read(ByteBuffer.wrap(field));
    require(read != null, "its cluster has no level and version of the service");
    return read;
  }

  private SessionLimits limits(byte[] field) throws IOException {
    if (field == null) {
      return null;
    }
    SessionLimits read = SessionLimits.read(ByteBuffer.wrap(field));
    require(read != null, "its limits of sessions are none");
    return read;
  }

  /**
   * Of the cluster.
   *
   * @throws UnknownVersion if it is not among {@code known}
   */
  ClusterVersion version(KnownVersions known) {
    if (!known.knows(clusterVersion)) {
      throw new UnknownVersion(end - 1, clusterVersion, known);
    }
    return clusterVersion;
  }

  /**
   * @param first the limits with which the log begins
   */
  SessionTable readSessions(SessionSettings first) throws IOException {
    try {
      SessionTable table = new SessionTable(limits == null ? SessionLimits.first(first) : limits);
      readOpen(table, table.limits().settings());
      readOver(table, table.limits().settings());
      return table;
    } catch (EOFException early) {
      throw endsEarly();
    }
  }

  private void readOpen(SessionTable table, SessionSettings settings) throws IOException {
    int count = readCount("open sessions", settings.sessionsMax(), "session.max-count");
    long lastActive = 0;
    for (int index = 0; index < count; index++) {
      long id = readId(table);
      lastActive = readActivity(id, lastActive);
      long expected = readExpected(id);
      int kept = readCount("kept answers", settings.outstandingMax(), "session.max-outstanding");
      require(
          kept < expected, "session %x keeps %d answers before sequence %d", id, kept, expected);
      Session session = table.restoreOpen(id, lastActive, expected - kept);
      for (long sequence = expected - kept; sequence < expected; sequence++) {
        int status = readStatus(id);
        session.executed(sequence, status, readAnswer(id, settings.answers().largestBytes()));
      }
      requireWithin(
          session.keptBytes(), settings.answers().sessionBytes(), "session.max-kept-bytes");
      requireWithin(table.keptBytes(), settings.answers().allBytes(), "session.max-all-kept-bytes");
    }
  }

  private void readOver(SessionTable table, SessionSettings settings) throws IOException {
    int count = readCount("ended sessions", settings.sessionsMax(), "session.max-count");
    long lastEnded = 0;
    for (int index = 0; index < count; index++) {
      long id = readId(table);
      lastEnded = readActivity(id, lastEnded);
      long expected = readExpected(id);
      int kept = data.readInt();
      require(kept == 0, "session %x is over and keeps %d answers", id, kept);
      table.restoreOver(id, lastEnded, expected);
    }
  }

  private long digest(byte[] field) throws IOException {
    if (field == null) {
      return 0;
    }
    require(field.length == Long.BYTES, "its digest has %d bytes", field.length);
    return ByteBuffer.wrap(field).getLong();
  }

  private int count(String what, byte[] field) throws IOException {
    if (field == null) {
      return 0;
    }
    require(field.length == Integer.BYTES, "its count of %s has %d bytes", what, field.length);
    int count = ByteBuffer.wrap(field).getInt();
    require(count > 0, "there are %d %s", count, what);
    return count;
  }

  /**
   * @param most that may be set
   */
  Timers readTimers(int most) throws IOException {
    require(
        timers <= most,
        "%d timers are more than the %d that service.max-timers allows: start with at least as many as"
            + " when the snapshot was taken",
        timers,
        most);
    try {
      Timers set = new Timers(most);
      long last = leaderTimeMillis + 1;
      for (int index = 0; index < timers; index++) {
        long id = data.readLong();
        long atMillis = data.readLong();
        require(!set.isSet(id), "timer %d is there twice", id);
        require(atMillis >= last, "timer %d is due at %d, before %d", id, atMillis, last);
        last = atMillis;
        set.set(id, atMillis);
      }
      return set;
    } catch (EOFException early) {
      throw endsEarly();
    }
  }

  /** Adds their events to the sessions of {@code table}. */
  void readEvents(SessionTable table) throws IOException {
    SessionSettings settings = table.limits().settings();
    try {
      for (int index = 0; index < sessionsWithEvents; index++) {
        long id = data.readLong();
        Session session = table.find(id);
        require(session != null, "session %x has events and is not open", id);
        require(session.nextEvent() == 1, "session %x has events twice", id);
        readEvents(session, settings.eventBytesMax());
        requireWithin(
            table.keptBytes(), settings.answers().allBytes(), "session.max-all-kept-bytes");
      }
    } catch (EOFException early) {
      throw endsEarly();
    }
  }

  private void readEvents(Session session, long bytesMax) throws IOException {
    long first = data.readLong();
    int count = data.readInt();
    require(
        first >= 1 && count >= 0 && first + count > 1,
        "session %x keeps %d events from number %d on",
        session.id(),
        count,
        first);
    session.restoreEvents(first);
    long last = 1;
    long bytes = 0;
    for (int index = 0; index < count; index++) {
      long before = data.readLong();
      require(
          last <= before && before <= session.expected(),
          "an event of session %x was made before sequence %d, not between %d and %d",
          session.id(),
          before,
          last,
          session.expected());
      last = before;
      int length = data.readInt();
      bytes += SessionEvent.OVERHEAD_BYTES + (long) length;
      require(
          length >= 0 && bytes <= bytesMax,
          "session %x keeps an event of %d bytes, all %d; session.max-event-bytes is %d",
          session.id(),
          length,
          bytes,
          bytesMax);
      session.restore(new SessionEvent(before, readBytes(length)));
    }
  }

  /**
   * Those of the slot at which the snapshot ends.
   *
   * @param first the membership of the settings; null to skip what is there
   */
  Memberships readMemberships(Membership first) throws IOException {
    try {
      byte[] bytes = readBytes(membershipBytes);
      if (first == null) {
        return null;
      }
      return bytes.length == 0 ? Memberships.beginning(first) : Memberships.decoded(bytes, first);
    } catch (EOFException early) {
      throw endsEarly();
    } catch (IllegalArgumentException broken) {
      throw malformed("%s", broken.getMessage());
    }
  }

  /** Whether the service has halted in the last slot. */
  boolean isInPart() {
    return haltedCounts != null;
  }

  /**
   * Behind the memberships.
   *
   * @param table one of whose sessions has sent the request, unless that is over
   * @return null unless the service has halted in the last slot
   */
  HaltedBatch readHalted(SessionTable table) throws IOException {
    if (haltedCounts == null) {
      return null;
    }
    try {
      int index = haltedCounts.getInt(0);
      byte[] text = readBytes(haltedCounts.getInt(Integer.BYTES));
      Batch batch = Batch.decoded(readBytes(haltedCounts.getInt(2 * Integer.BYTES)));
      HaltedBatch halted = new HaltedBatch(batch, index, new String(text, StandardCharsets.UTF_8));
      Halt halt = halted.in(end - 1);
      Session session = table.find(halt.session());
      require(
          session == null || session.expected() == halt.sequence(),
          "its service has halted at sequence %d of session %x, which expects another one",
          halt.sequence(),
          halt.session());
      return halted;
    } catch (EOFException early) {
      throw endsEarly();
    } catch (IllegalArgumentException broken) {
      throw malformed("the batch at which the service has halted: %s", broken.getMessage());
    }
  }

  private ByteBuffer haltedCounts(byte[] field) throws IOException {
    if (field == null) {
      return null;
    }
    ByteBuffer counts = ByteBuffer.wrap(field);
    require(
        field.length == 3 * Integer.BYTES
            && counts.getInt(Integer.BYTES) >= 0
            && counts.getInt(2 * Integer.BYTES) >= 0
            && end > 0,
        "its service has halted at no request");
    return counts;
  }

  private int readCount(String what, int max, String setting) throws IOException {
    int count = data.readInt();
    require(count >= 0, "there are %d %s", count, what);
    require(
        count <= max,
        "%d %s are more than the %d that %s allows: start with at least as many as when the"
            + " snapshot was taken",
        count,
        what,
        max,
        setting);
    return count;
  }

  private long readId(SessionTable table) throws IOException {
    long id = data.readLong();
    require(!table.knows(id), "session %x is there twice", id);
    return id;
  }

  private long readActivity(long id, long last) throws IOException {
    long activeMillis = data.readLong();
    require(
        last <= activeMillis && activeMillis <= leaderTimeMillis,
        "session %x was last active at %d, not between %d and %d",
        id,
        activeMillis,
        last,
        leaderTimeMillis);
    return activeMillis;
  }

  private long readExpected(long id) throws IOException {
    long expected = data.readLong();
    require(expected >= 1, "session %x expects sequence %d", id, expected);
    return expected;
  }

  private int readStatus(long id) throws IOException {
    int status = data.readByte();
    require(
        status == ReplyStatus.OK.code() || status == ReplyStatus.SERVICE_ERROR.code(),
        "session %x keeps an answer of status %d",
        id,
        status);
    return status;
  }

  private void requireWithin(long bytes, long max, String setting) throws IOException {
    require(
        bytes <= max,
        "kept answers and events of %d bytes are more than the %d that %s allows: start with at least as much"
            + " as when the snapshot was taken",
        bytes,
        max,
        setting);
  }

  private byte[] readAnswer(long id, int bytesMax) throws IOException {
    int length = data.readInt();
    require(
        length >= 0 && length <= bytesMax,
        "session %x keeps an answer of %d bytes, session.max-answer-bytes is %d",
        id,
        length,
        bytesMax);
    return readBytes(length);
  }

  // No more is allocated than was read, so a wrong length is noticed when the stream ends.
  private byte[] readBytes(int length) throws IOException {
    byte[] bytes = data.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  /** What is behind the sessions. */
  InputStream rest() {
    return in;
  }

  /** Hands the rest of the stream to the service, which must read all of it. */
  void restore(Service service) throws IOException {
    long begin = in.position();
    try {
      service.restore(in);
    } catch (IOException refusal) {
      in.checkRead();
      throw new IOException(
          "the service refused the snapshot of the slots before %d after %d of its bytes: %s"
              .formatted(end, in.position() - begin, refusal),
          refusal);
    } catch (Throwable failure) {
      in.checkRead();
      throw new ServiceFailure(
          "the service failed to restore the snapshot of the slots before " + end, failure);
    }
    long read = in.position() - begin;
    // Throws what a read has thrown, should the service have swallowed it.
    long left = in.transferTo(OutputStream.nullOutputStream());
    require(
        left == 0,
        "the service has read %d bytes and left %d: its restore must read what its snapshot writes",
        read,
        left);
  }

  private void require(boolean condition, String format, Object... values) throws IOException {
    if (!condition) {
      throw malformed(format, values);
    }
  }

  private IOException malformed(String format, Object... values) {
    return new IOException(
        "execution snapshot, before byte %d: %s"
            .formatted(in.position(), format.formatted(values)));
  }

  private IOException endsEarly() throws IOException {
    // What the stream itself threw, if it did, is not an end.
    in.checkRead();
    return new EOFException(
        "execution snapshot: ends early, after %d bytes".formatted(in.position()));
  }
}

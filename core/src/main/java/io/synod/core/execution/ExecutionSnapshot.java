package io.synod.core.execution;

import io.synod.core.check.Check;
import io.synod.core.format.Extension;
import io.synod.core.session.CapturedEvents;
import io.synod.core.session.CapturedSession;
import io.synod.core.session.CapturedSessions;
import io.synod.core.session.SessionEvent;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.UpgradeEntry;
import io.synod.service.Snapshot;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An execution as it was between two batches, or at the request at which its service has halted.
 * Used by one thread at a time, any one, while the execution goes on. Written by {@link #writeTo},
 * read by {@link Execution#restore}. Big-endian:
 *
 * <pre>
 *   int   version of this format: 1
 *   long  end: the first slot that was not executed
 *   long  leader time of the last slot, in milliseconds
 *         extension: fields that must be understood:
 *           0x8001 if timers are set: int, their count
 *           0x8002 if open sessions have had events: int, the count of these sessions
 *           0x8003 if a request was executed: long, a digest of all that was executed
 *           0x8004 if the membership was changed, or will be: int, the bytes of the memberships
 *           0x8005 if the version of the cluster was raised: int level, int version of the service
 *           0x8006 if the limits of sessions were changed: as in the entry, see SessionLimits
 *           0x8007 if the service has halted in the last slot: int index of the request there, int
 *           bytes of the exception's text, int bytes of the slot's batch
 *   int   count of open sessions, then each, least recently active first
 *   int   count of sessions that are over, then each, the earliest end first
 *         of each timer, in the order in which they run: long id, long leader time in milliseconds
 *         of each open session that has had events, in their order above:
 *           long id, long number of the first event that is kept, int count of those kept; then each:
 *           long before, int length, bytes
 *         bytes of the memberships, see Memberships
 *         of a service that has halted: bytes of the exception's text, in UTF-8, and of the batch,
 *           whose entries behind that request are not executed
 *   bytes of the service, to the end of the stream
 *
 * a session:
 *   long  id
 *   long  leader time of its last activity or of its end, in milliseconds
 *   long  expected: the sequence that is executed next
 *   int   count of the answers kept, those of the last sequences before expected; then each:
 *         byte status, int length, bytes
 * </pre>
 */
public final class ExecutionSnapshot implements AutoCloseable {
  static final int VERSION = 1;

  /** Of the field with the count of timers. */
  static final int TIMERS = Extension.MUST_UNDERSTAND | 1;

  /** Of the field with the count of sessions that have had events. */
  static final int EVENTS = Extension.MUST_UNDERSTAND | 2;

  /** Of the field with the digest of what was executed. */
  static final int DIGEST = Extension.MUST_UNDERSTAND | 3;

  /** Of the field with the length of the memberships. */
  static final int MEMBERSHIPS = Extension.MUST_UNDERSTAND | 4;

  /** Of the field with the version of the cluster. */
  static final int CLUSTER_VERSION = Extension.MUST_UNDERSTAND | 5;

  /** Of the field with the limits of sessions. */
  static final int LIMITS = Extension.MUST_UNDERSTAND | 6;

  /** Of the field with the request at which the service has halted. */
  static final int HALTED = Extension.MUST_UNDERSTAND | 7;

  private final long end;
  private final long leaderTimeMillis;
  private final long digest;
  private final Snapshot service;

  // Null once it was written or closed: the answers in it are then freed.
  private CapturedSessions sessions;
  private Timer[] timers;
  private final byte[] memberships;
  private final ClusterVersion version;
  private final SessionLimits limits;
  private boolean closed;

  // Null unless the service has halted in the last slot.
  private final HaltedBatch halted;

  ExecutionSnapshot(
      long end,
      long leaderTimeMillis,
      long digest,
      CapturedSessions sessions,
      Timer[] timers,
      byte[] memberships,
      ClusterVersion version,
      SessionLimits limits,
      HaltedBatch halted,
      Snapshot service) {
    this.end = end;
    this.leaderTimeMillis = leaderTimeMillis;
    this.digest = digest;
    this.sessions = sessions;
    this.timers = timers;
    this.memberships = memberships;
    this.version = version;
    this.limits = limits;
    this.halted = halted;
    this.service = service;
  }

  /**
   * It holds the effect of every slot before this one, and of no other; but of the last one only in
   * part if the service has halted there.
   */
  public long end() {
    return end;
  }

  /** Whether the service has halted in the last slot, so that this holds a part of it. */
  public boolean isInPart() {
    return halted != null;
  }

  /**
   * Writes all of it, buffered, and flushes; {@code out} stays open. Blocks as long as {@code out}
   * and the service do. Called once. To abort it, let {@code out} throw and do not interrupt the
   * thread: to the service, an interrupt looks as if its own files had failed.
   *
   * @throws IOException if {@code out} threw it, the same exception, even if the service caught or
   *     wrapped it; {@code out} is not written to any more
   * @throws ServiceFailure if the service threw anything else, an IOException of its own included
   */
  public void writeTo(OutputStream out) throws IOException {
    Check.that(sessions != null, "a snapshot is written once, and before it is closed");
    SnapshotOutput buffered = new SnapshotOutput(out);
    writeSessions(new DataOutputStream(buffered));
    sessions = null;
    timers = null;
    try {
      service.writeTo(buffered);
    } catch (Throwable failure) {
      buffered.checkWritten();
      throw new ServiceFailure(
          "the service failed to write its state as captured before slot " + end, failure);
    }
    // Throws what a write has thrown, should the service have swallowed it.
    buffered.flush();
  }

  /**
   * Frees what the capture holds; a second call does nothing.
   *
   * @throws ServiceFailure if the service threw
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions = null;
    timers = null;
    try {
      service.close();
    } catch (Throwable failure) {
      throw new ServiceFailure(
          "the service failed to free its state as captured before slot " + end, failure);
    }
  }

  private void writeSessions(DataOutputStream data) throws IOException {
    data.writeInt(VERSION);
    data.writeLong(end);
    data.writeLong(leaderTimeMillis);
    data.write(extension().encoded());
    writeSessions(sessions.open(), data);
    writeSessions(sessions.over(), data);
    writeTimers(data);
    writeEvents(data);
    data.write(memberships);
    if (halted != null) {
      data.write(text(halted));
      data.write(halted.batch().bytes());
    }
  }

  private static byte[] text(HaltedBatch halted) {
    return halted.exception().getBytes(StandardCharsets.UTF_8);
  }

  private Extension extension() {
    int withEvents = 0;
    for (CapturedSession session : sessions.open()) {
      withEvents += session.events() == null ? 0 : 1;
    }
    Extension counts = with(EVENTS, withEvents, with(TIMERS, timers.length, Extension.EMPTY));
    byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(digest).array();
    Extension fields = digest == 0 ? counts : counts.with(DIGEST, value);
    Extension all = with(MEMBERSHIPS, memberships.length, fields);
    Extension withVersion =
        version.equals(ClusterVersion.FIRST)
            ? all
            : all.with(CLUSTER_VERSION, UpgradeEntry.payload(version));
    Extension withLimits =
        limits.number() == 0 ? withVersion : withVersion.with(LIMITS, limits.payload());
    return halted == null ? withLimits : withLimits.with(HALTED, counts(halted));
  }

  private static byte[] counts(HaltedBatch halted) {
    return ByteBuffer.allocate(3 * Integer.BYTES)
        .putInt(halted.index())
        .putInt(text(halted).length)
        .putInt(halted.batch().length())
        .array();
  }

  private static Extension with(int tag, int count, Extension fields) {
    return count == 0
        ? fields
        : fields.with(tag, ByteBuffer.allocate(Integer.BYTES).putInt(count).array());
  }

  private void writeEvents(DataOutputStream data) throws IOException {
    for (CapturedSession session : sessions.open()) {
      CapturedEvents events = session.events();
      if (events != null) {
        data.writeLong(session.id());
        data.writeLong(events.first());
        data.writeInt(events.kept().length);
        for (SessionEvent event : events.kept()) {
          data.writeLong(event.before());
          data.writeInt(event.bytes().length);
          data.write(event.bytes());
        }
      }
    }
  }

  private void writeTimers(DataOutputStream data) throws IOException {
    Arrays.sort(timers, Timer.ORDER);
    for (Timer timer : timers) {
      data.writeLong(timer.id);
      data.writeLong(timer.atMillis);
    }
  }

  private static void writeSessions(CapturedSession[] sessions, DataOutputStream data)
      throws IOException {
    data.writeInt(sessions.length);
    for (CapturedSession session : sessions) {
      data.writeLong(session.id());
      data.writeLong(session.activeMillis());
      data.writeLong(session.expected());
      data.writeInt(session.kept());
      for (int index = 0; index < session.kept(); index++) {
        byte[] answer = session.answers()[index];
        data.writeByte(session.statuses()[index]);
        data.writeInt(answer.length);
        data.write(answer);
      }
    }
  }
}

package io.synod.core.execution;

import io.synod.core.command.BatchEntry;
import io.synod.core.session.Session;
import io.synod.core.session.SessionLimits;
import io.synod.core.session.SessionTable;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.core.version.UpgradeEntry;
import io.synod.service.SessionEnd;
import java.nio.ByteBuffer;

/**
 * Executes entries that are no requests: they open and end sessions, raise the version of the
 * cluster and change the limits of sessions. Confined to the service thread.
 */
final class ControlEntries {
  private static final byte[] EMPTY = new byte[0];

  private final KnownVersions known;
  private final Position position;
  private final ServiceCalls calls;

  /**
   * @param known to this build
   * @param position of the entry, which the caller sets
   */
  ControlEntries(KnownVersions known, Position position, ServiceCalls calls) {
    this.known = known;
    this.position = position;
    this.calls = calls;
  }

  /**
   * Takes the entry at {@code at}, whose place {@link Position} has.
   *
   * @throws UnknownControl if a later version of Synod is needed
   * @throws UnknownVersion if another build is needed
   */
  void take(byte[] bytes, int at, ByteBuffer readOnly, Replies out) {
    long id = BatchEntry.session(bytes, at);
    long sequence = BatchEntry.sequence(bytes, at);
    if (BatchEntry.isUnknown(sequence)) {
      throw new UnknownControl(position.slot, position.index, sequence);
    }
    if (sequence == BatchEntry.UPGRADE) {
      upgrade(UpgradeEntry.read(payload(bytes, at, readOnly)));
      return;
    }
    checkVersion();
    if (sequence == BatchEntry.LIMITS) {
      change(SessionLimits.read(payload(bytes, at, readOnly)));
      return;
    }
    if (sequence <= BatchEntry.SKIP) {
      // A replica that had halted has seen a skip ahead; a change is evaluated with its slot.
      return;
    }
    SessionTable sessions = position.sessions;
    Session session = sessions.find(id);
    if (sequence == BatchEntry.OPEN && session == null) {
      session = open(id, payload(bytes, at, readOnly));
    }
    if (session == null) {
      out.reply(id, sequence, ReplyStatus.SESSION_EXPIRED, EMPTY);
      return;
    }
    if (sequence == BatchEntry.CLOSE) {
      sessions.close(session, SessionEnd.CLOSED, position.timeMillis);
    } else {
      session.acknowledge(BatchEntry.acknowledged(bytes, at));
      session.acknowledgeEvents(BatchEntry.acknowledgedEvents(bytes, at));
      sessions.touch(session, position.timeMillis);
    }
    out.reply(id, sequence, ReplyStatus.OK, EMPTY);
    calls.reportEnded();
  }

  private void change(SessionLimits to) {
    if (to != null) {
      position.sessions.change(to, position.timeMillis);
      calls.reportEnded();
    }
  }

  private void upgrade(ClusterVersion to) {
    ClusterVersion raised = to == null ? position.version : position.version.raisedTo(to);
    if (!known.knows(raised)) {
      throw new UnknownVersion(position.slot, raised, known);
    }
    boolean isNew = raised.service() != position.version.service();
    position.version = raised;
    if (isNew) {
      calls.versionChanged();
    }
  }

  /**
   * Before any entry but one that raises the version: the first version may be unknown.
   *
   * @throws UnknownVersion if it is
   */
  void checkVersion() {
    if (position.version == ClusterVersion.FIRST && !known.knows(position.version)) {
      throw new UnknownVersion(position.slot - 1, position.version, known);
    }
  }

  /** Null if the session is over. */
  private Session open(long id, ByteBuffer name) {
    Session opened = position.sessions.open(id, position.timeMillis);
    calls.reportEnded();
    if (opened != null) {
      position.session = id;
      calls.opened(id, name);
    }
    return opened;
  }

  /** The payload of the entry at {@code at}. */
  static ByteBuffer payload(byte[] bytes, int at, ByteBuffer readOnly) {
    return readOnly.slice(at + BatchEntry.HEADER_BYTES, BatchEntry.payloadBytes(bytes, at));
  }
}

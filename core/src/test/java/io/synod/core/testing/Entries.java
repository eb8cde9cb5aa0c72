package io.synod.core.testing;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.UpgradeEntry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Builds the entries of a batch one by one. */
public final class Entries {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int count;

  public Entries open(long session) {
    return entry(session, BatchEntry.OPEN, 0, "");
  }

  public Entries keepAlive(long session) {
    return entry(session, BatchEntry.KEEP_ALIVE, 0, "");
  }

  /** A keep-alive of a client that has the answers of all sequences before {@code acknowledged}. */
  public Entries keepAlive(long session, long acknowledged) {
    return keepAlive(session, acknowledged, 0);
  }

  /** A keep-alive of a client that also has the events up to {@code event}. */
  public Entries keepAlive(long session, long acknowledged, long event) {
    byte[] payload = new byte[BatchEntry.KEEP_ALIVE_BYTES];
    ByteBuffer.wrap(payload).putLong(acknowledged).putLong(event);
    return entry(session, BatchEntry.KEEP_ALIVE, 0, payload);
  }

  /** Opens a session with a name. */
  public Entries open(long session, String name) {
    return entry(session, BatchEntry.OPEN, 0, name);
  }

  /** Skips a request. */
  public Entries skip(long slot, int index) {
    return entry(99, BatchEntry.SKIP, 0, new SkipEntry(slot, index).payload());
  }

  /** Raises the version of the cluster. */
  public Entries upgrade(int level, int service) {
    byte[] payload = UpgradeEntry.payload(new ClusterVersion(level, service));
    return entry(98, BatchEntry.UPGRADE, 0, payload);
  }

  /** Changes the limits of sessions. */
  public Entries limits(SessionLimits limits) {
    return entry(97, BatchEntry.LIMITS, 0, limits.payload());
  }

  public Entries closing(long session) {
    return entry(session, BatchEntry.CLOSE, 0, "");
  }

  /** A request whose client has no answer yet to any sequence. */
  public Entries request(long session, long sequence, String text) {
    return entry(session, sequence, (int) sequence, text);
  }

  /** A request whose client has the answers of all before {@code sequence - outstanding}. */
  public Entries entry(long session, long sequence, int outstanding, String text) {
    return entry(session, sequence, outstanding, text.getBytes(StandardCharsets.UTF_8));
  }

  private Entries entry(long session, long sequence, int outstanding, byte[] payload) {
    byte[] header = new byte[BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(header, 0, payload.length, session, sequence, outstanding);
    bytes.writeBytes(header);
    bytes.writeBytes(payload);
    count++;
    return this;
  }

  /** The encoded entries, without a batch around them. */
  public byte[] bytes() {
    return bytes.toByteArray();
  }

  public int count() {
    return count;
  }

  public Batch close(long leaderTimeMillis) {
    byte[] batch = new byte[Batch.HEADER_BYTES + bytes.size()];
    System.arraycopy(bytes.toByteArray(), 0, batch, Batch.HEADER_BYTES, bytes.size());
    return Batch.close(batch, leaderTimeMillis, count);
  }
}

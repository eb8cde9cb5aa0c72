package io.synod.core.execution;

import io.synod.core.check.Check;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.session.CapturedSessions;
import io.synod.core.session.Session;
import io.synod.core.session.SessionLimits;
import io.synod.core.session.SessionTable;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Executes decided batches in slot order, each request at most once and in its session's order.
 * Confined to the service thread.
 */
public final class Execution {
  private static final byte[] EMPTY = new byte[0];

  /** To {@link #replyAgain}: no event. */
  public static final long NO_EVENTS = Long.MAX_VALUE;

  // Of executions that are given no settings of services.
  private static final int TIMERS_MAX = 1 << 16;
  private static final int BEFORE_THE_FIRST = -1;

  private final Service service;
  private final KnownVersions known;
  private final SessionSettings settings;
  private final int timersMax;
  private final Position position;
  private final ServiceCalls calls;
  private final ControlEntries controls;
  private final ExceptionListener listener;
  private final LifecycleCalls lifecycle;
  private final Digest digest = new Digest();
  private final int digestSlots;

  // The digest of the state at digestEnd.
  private long digestEnd;
  private long stateDigest;

  private long executed;

  // Null if the slots come from a source without changes of membership.
  private Memberships memberships;
  private Membership firstMembership;

  // Null while the service goes on. Otherwise it has thrown at a request of the batch, whose entry
  // is followed by the one at nextAt.
  private Halt halt;
  private Batch batch;
  private int nextAt;

  // Not whole: a restore has begun and not succeeded, so that nothing here belongs together.
  private boolean whole = true;

  private final class State implements QueryContext {
    // Without the slot of an open batch, which counts as executed where the service was restored in
    // the middle of it.
    @Override
    public long executed() {
      return batch == null ? executed : position.slot;
    }

    @Override
    public long leaderTimeMillis() {
      return position.timeMillis;
    }

    @Override
    public int version() {
      return position.version.service();
    }
  }

  /** For services that throw no exception: one stops the replica, unless it is a query's answer. */
  public Execution(Service service, SessionSettings settings) {
    this(
        service,
        settings,
        new ServiceSettings(OnException.STOP, TIMERS_MAX),
        ExceptionListener.NONE);
  }

  public Execution(
      Service service,
      SessionSettings settings,
      ServiceSettings serviceSettings,
      ExceptionListener listener) {
    this.service = service;
    known = KnownVersions.of(service.oldestVersion(), service.newestVersion());
    this.settings = settings;
    this.listener = listener;
    timersMax = serviceSettings.timersMax();
    SessionTable sessions = new SessionTable(SessionLimits.first(settings));
    position = new Position(new Timers(timersMax), sessions, digest);
    digestSlots = serviceSettings.digestSlots();
    calls = new ServiceCalls(service, serviceSettings, listener, position, new State());
    controls = new ControlEntries(known, position, calls);
    lifecycle = new LifecycleCalls(service);
  }

  /**
   * Before anything is executed or restored; again behind a restored snapshot that has only the
   * first membership, if that proves to be another one.
   *
   * @param first the membership of the settings, with which the log begins
   */
  public void beginWith(Membership first) {
    firstMembership = first;
    memberships = Memberships.beginning(first);
  }

  /** Those behind the last slot that was begun; null without {@link #beginWith}. */
  public Memberships memberships() {
    return memberships;
  }

  /** Behind what is executed. */
  public ClusterVersion version() {
    return position.version;
  }

  /** Of sessions, behind what is executed. */
  public SessionLimits limits() {
    return position.sessions.limits();
  }

  /**
   * Every slot before this one is executed. If the snapshot that was restored is that of a service
   * which {@linkplain #halt had halted}, the last of them is executed in part.
   */
  public long executed() {
    return executed;
  }

  public int sessions() {
    return position.sessions.size();
  }

  /** Calls the service when its replica starts, changes its role or ends. */
  public LifecycleCalls lifecycle() {
    return lifecycle;
  }

  /** Timers that are set. */
  public int timers() {
    return position.timers.size();
  }

  /** The leader time at which the next timer is due; {@link Long#MAX_VALUE} if none is set. */
  public long nextTimerMillis() {
    return position.timers.nextMillis();
  }

  /** Of the last batch: milliseconds since the epoch. */
  public long leaderTimeMillis() {
    return position.timeMillis;
  }

  /**
   * Executes all requests of a batch, or those up to one at which the service halts: then {@link
   * #halt} names it, and this slot is not executed.
   *
   * @throws ServiceFailure if the service threw an Error; or an exception at a timer or at an end
   *     of a session, and that is to stop the replica
   * @throws UnknownControl if a later version of Synod is needed: the replica stops before this
   *     entry
   * @throws UnknownVersion if another build is needed: likewise
   */
  public void execute(long slot, Batch batch, Replies out) {
    checkGoesOn();
    Check.that(slot == executed, "slot %d executed, %d expected", slot, executed);
    position.slot = slot;
    // Leader time never goes back, even if the clock of a new leader is behind.
    position.timeMillis = Math.max(position.timeMillis, batch.leaderTimeMillis());
    position.out = out;
    position.index = BEFORE_THE_FIRST;
    SessionTable sessions = position.sessions;
    sessions.expire(position.timeMillis);
    calls.reportEnded();
    runTimers();
    this.batch = batch;
    nextAt = Batch.HEADER_BYTES;
    if (memberships != null) {
      memberships = memberships.after(slot, batch);
    }
    executeEntries(out);
  }

  /** Those from nextAt on, behind the position. */
  private void executeEntries(Replies out) {
    byte[] bytes = batch.bytes();
    ByteBuffer readOnly = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    int count = batch.count();
    while (position.index + 1 < count && halt == null) {
      position.index++;
      int at = nextAt;
      nextAt += BatchEntry.HEADER_BYTES + BatchEntry.payloadBytes(bytes, at);
      if (BatchEntry.sequence(bytes, at) > 0) {
        request(bytes, at, readOnly, out);
      } else {
        controls.take(bytes, at, readOnly, out);
      }
    }
    position.sessions.invariants();
    if (halt == null) {
      ended();
    }
  }

  private void ended() {
    batch = null;
    executed = position.slot + 1;
    if (executed % digestSlots == 0) {
      digestEnd = executed;
      stateDigest = digest.with(calls.digest() ^ position.sessions.keptBytes());
    }
  }

  /** The request at which the service has halted; null while it goes on. */
  public Halt halt() {
    return halt;
  }

  /**
   * Goes on behind the request at which the service has halted, as every replica does. The request
   * counts as executed and what it has changed stays changed, as after any other exception; its
   * client receives an error.
   *
   * @throws ServiceFailure as {@link #execute} does
   */
  public void skip(Replies out) {
    Check.that(halt != null, "nothing to skip in slot %d", executed);
    Halt skipped = halt;
    halt = null;
    listener.skipped(skipped);
    position.out = out;
    // The same on every replica, unlike what an exception says of itself.
    byte[] answer =
        String.format(
                Locale.ROOT,
                "the service failed at this request, which was skipped: slot %d, request %d",
                skipped.request().slot(),
                skipped.request().index())
            .getBytes(StandardCharsets.UTF_8);
    Session session = position.sessions.find(skipped.session());
    if (session != null) {
      session.executed(skipped.sequence(), ReplyStatus.SERVICE_ERROR.code(), answer);
    }
    digest.add(skipped.session(), skipped.sequence(), ReplyStatus.SERVICE_ERROR.code(), EMPTY);
    position.sessions.evict(position.timeMillis);
    out.reply(skipped.session(), skipped.sequence(), ReplyStatus.SERVICE_ERROR, answer);
    calls.reportEnded();
    executeEntries(out);
  }

  /**
   * After how many slots {@link #stateDigest} was last taken; 0 if it was not yet. It is taken when
   * the count is a multiple of {@code service.digest-slots}.
   */
  public long digestEnd() {
    return digestEnd;
  }

  /** Of the state, the sessions and everything that was executed. */
  public long stateDigest() {
    return stateDigest;
  }

  /** Removes each timer that is due and runs it; it may set itself again, for a later batch. */
  private void runTimers() {
    for (Timer due = position.timers.takeDue(position.timeMillis);
        due != null;
        due = position.timers.takeDue(position.timeMillis)) {
      position.session = 0;
      calls.run(due);
      calls.reportEnded();
    }
  }

  /**
   * Answers a read-only request on the state as executed so far, also if it causes an exception:
   * one that stopped this replica would stop the next one too, which the client asks then.
   *
   * @throws ServiceFailure if the service threw an Error
   */
  public void query(long number, ByteBuffer query, Replies out) {
    checkGoesOn();
    calls.query(number, query, out);
  }

  /**
   * Everything as it is now, between two batches, for another thread to write. Quick: it copies the
   * session table without its answers' bytes, and asks the service for a {@link Snapshot}. If the
   * service {@linkplain #halt has halted}, this is in the middle of a batch: the execution that
   * restores the snapshot waits there too.
   *
   * @return to be closed by the caller, written or not
   * @throws ServiceFailure if the service threw, or captured null
   */
  public ExecutionSnapshot capture() {
    checkWhole();
    CapturedSessions captured = position.sessions.capture();
    return new ExecutionSnapshot(
        halt == null ? executed : position.slot + 1,
        position.timeMillis,
        digest.value(),
        captured,
        position.timers.capture(),
        memberships == null || memberships.areFirst() ? EMPTY : memberships.encoded(),
        position.version,
        position.sessions.limits(),
        halt == null ? null : new HaltedBatch(batch, halt.request().index(), halt.exception()),
        calls.capture());
  }

  /**
   * Replaces everything by what an {@link ExecutionSnapshot} has written, and goes on from there as
   * if it had executed all slots before {@link #executed} itself. Blocks as long as {@code in}
   * does; reads it to its end and does not close it.
   *
   * <p>If the service had halted when it gave the snapshot, it has halted here too: {@link #halt}
   * names the request, in the last slot before {@link #executed}.
   *
   * <p>After any exception neither the execution nor the service is usable: the replica stops, or
   * restores another snapshot. All other calls break an invariant until one is restored.
   *
   * @throws IOException if {@code in} threw it; if the stream ends early, holds more, or is not
   *     understood by this version or by the service, and where; or if it holds more than the
   *     session settings allow. Those are never cut down to fit: sessions that replicas have in
   *     common would be gone on one of them, which would execute other requests than the others.
   * @throws ServiceFailure if the service threw anything but an IOException
   * @throws UnknownVersion if another build is needed
   */
  public void restore(InputStream in) throws IOException {
    whole = false;
    halt = null;
    batch = null;
    SnapshotReader reader = new SnapshotReader(in);
    reader.readPosition();
    SessionTable restored = reader.readSessions(settings);
    Timers set = reader.readTimers(timersMax);
    reader.readEvents(restored);
    Memberships at = reader.readMemberships(firstMembership);
    HaltedBatch halted = reader.readHalted(restored);
    ClusterVersion version = reader.version(known);
    reader.restore(service);
    position.sessions = restored;
    position.timers = set;
    position.timeMillis = reader.leaderTimeMillis();
    position.version = version;
    calls.versionChanged();
    digest.restore(reader.digest());
    memberships = at;
    executed = reader.end();
    whole = true;
    if (halted != null) {
      restore(halted);
    }
  }

  private void restore(HaltedBatch halted) {
    batch = halted.batch();
    nextAt = halted.nextAt();
    position.slot = executed - 1;
    position.index = halted.index();
    halt = halted.in(position.slot);
    listener.restoredHalted(halt);
  }

  private void checkGoesOn() {
    checkWhole();
    Check.that(halt == null, "the service has halted in slot %d", executed);
  }

  private void checkWhole() {
    Check.that(whole, "the execution is used although restoring a snapshot has failed");
  }

  private void request(byte[] bytes, int at, ByteBuffer readOnly, Replies out) {
    controls.checkVersion();
    long id = BatchEntry.session(bytes, at);
    long sequence = BatchEntry.sequence(bytes, at);
    SessionTable sessions = position.sessions;
    Session session = sessions.find(id);
    if (session == null) {
      out.reply(id, sequence, ReplyStatus.SESSION_EXPIRED, EMPTY);
      return;
    }
    sessions.touch(session, position.timeMillis);
    session.acknowledge(sequence - BatchEntry.outstanding(bytes, at));
    if (sequence == session.expected() && sessions.mayExecute(session)) {
      position.session = id;
      ByteBuffer request = ControlEntries.payload(bytes, at, readOnly);
      call(session, sequence, request, BatchEntry.isQuery(bytes, at), out);
    } else if (sequence >= session.expected()) {
      // Also the next one, while too many answers are kept: it comes again with acknowledgements.
      byte[] expected = ByteBuffer.allocate(Long.BYTES).putLong(session.expected()).array();
      out.reply(id, sequence, ReplyStatus.OUT_OF_ORDER, expected);
    } else if (session.keeps(sequence)) {
      ReplyStatus status = ReplyStatus.ofCode(session.status(sequence));
      out.reply(id, sequence, status, session.answer(sequence));
    }
  }

  private void call(
      Session session, long sequence, ByteBuffer request, boolean isQuery, Replies out) {
    byte[] answer = calls.execute(sequence, request, isQuery);
    if (answer == null) {
      // What it did before it threw may have ended sessions: no snapshot would hold that.
      long id = session.id();
      String text = calls.haltingText();
      calls.reportEnded();
      SkipEntry halted = new SkipEntry(position.slot, position.index);
      halt = new Halt(halted, id, sequence, text);
      listener.halted(halt);
      return;
    }
    if (!session.isOver()) {
      session.executed(sequence, calls.status().code(), calls.kept());
    }
    // The text of an exception may differ between replicas. Of a query's answer the kept length
    // counts.
    byte[] digested = calls.status() == ReplyStatus.OK && !isQuery ? answer : EMPTY;
    digest.add(session.id(), sequence, calls.status().code(), digested);
    position.sessions.evict(position.timeMillis);
    out.reply(session.id(), sequence, calls.status(), answer);
    calls.reportEnded();
  }

  /**
   * Replies once more what is kept of {@code session}, from {@code sequence} on, with the events
   * from {@code event} on in their places. For a client that took none when they were made.
   *
   * @param event number of an event, or {@link #NO_EVENTS}
   */
  public void replyAgain(long id, long from, long event, Replies out) {
    Session session = position.sessions.find(id);
    if (session == null) {
      return;
    }
    long next = Math.max(event, session.firstEvent());
    for (long sequence = Math.max(from, session.firstKept());
        sequence < session.expected();
        sequence++) {
      for (; next < session.nextEvent() && session.event(next).before() <= sequence; next++) {
        out.event(id, next, session.event(next).bytes());
      }
      ReplyStatus status = ReplyStatus.ofCode(session.status(sequence));
      out.reply(id, sequence, status, session.answer(sequence));
    }
    for (; next < session.nextEvent(); next++) {
      out.event(id, next, session.event(next).bytes());
    }
  }

  /** What the answers and events take that sessions keep. */
  public long keptBytes() {
    return position.sessions.keptBytes();
  }
}

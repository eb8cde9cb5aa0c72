package io.synod.simulation.service;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Trace;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A few registers and counters of a long each. A write returns the value before it and an addition
 * the value after it, so that a lost, repeated or reordered request is visible in an answer. Every
 * request contains its position in its session.
 */
public final class RegistersAndCounters implements Service {
  private static final int KEYS = 8;
  private static final int POISONED_ONE_IN = 4;

  private final Listener listener;
  private final long[] registers = new long[KEYS];
  private final long[] counters = new long[KEYS];
  private long digest;
  private long leaderTimeMillis;

  // Null if requests set no timers.
  private Alarms alarms;

  // Null if they publish no events.
  private OpenSessions sessions;
  private final int eventBytesMax;
  private final boolean throwsSometimes;

  // Null if there is no user's service.
  private final UserCalls user;

  /** Called for every executed request. */
  public interface Listener {
    void executed(long session, long sequence, Answer answer);

    /**
     * Whether a session's request states its origin correctly.
     *
     * @param said the origin that the request states
     */
    default boolean isOf(long session, long said) {
      return session == said;
    }

    /**
     * Called for an answered query that did not go through the log.
     *
     * @param sequence the query's number in place of a request's sequence
     */
    default void queried(long sequence) {}
  }

  /**
   * @param plan with events but without timers if a user's service runs beside this one
   */
  public RegistersAndCounters(Listener listener, ServicePlan plan) {
    this.listener = listener;
    eventBytesMax = plan.eventBytesMax();
    throwsSometimes = plan.throwsSometimes();
    sessions = eventBytesMax > 0 ? new OpenSessions(eventBytesMax) : null;
    alarms = plan.setsTimers() ? new Alarms(KEYS) : null;
    user = plan.user() == null ? null : new UserCalls(plan.user(), sessions);
  }

  /** Events that were published to {@code session}; -1 if it is not open. */
  public long events(long session) {
    return sessions == null ? -1 : sessions.events(session);
  }

  @Override
  public void onVersion(int version) {
    if (user != null) {
      user.version(version);
    }
  }

  /** A digest of the whole state and of the order of all its requests. */
  @Override
  public long digest() {
    return user == null ? digest : Trace.mix(digest, user.digest());
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    int strange = Command.strangeAnswerBytes(request);
    if (strange != Command.NOT_STRANGE) {
      digest = Trace.mix(Trace.mix(digest, context.slot()), context.indexInBatch());
      return strangeAnswer(strange);
    }
    Command command = Command.decode(request);
    long session = request.getLong();
    long sequence = request.getLong();
    check(session, context);
    digest = Trace.mix(Trace.mix(digest, session), sequence);
    digest = Trace.mix(Trace.mix(digest, context.slot()), context.indexInBatch());
    digest = Trace.mix(digest, context.leaderTimeMillis());
    if (context.version() > 1) {
      digest = Trace.mix(digest, context.version());
    }
    if (alarms != null) {
      alarms.before(context);
    }
    if (sessions != null) {
      sessions.begins(context);
    }
    long userDigest = user == null ? 0 : user.execute(request, context);
    try {
      byte[] answer = answer(apply(command), userDigest);
      if (sessions != null) {
        sessions.executed(command, session, sequence, context);
      }
      if (alarms != null) {
        alarms.after(command, context);
      }
      listener.executed(session, sequence, new Answer(answer, false));
      return answer;
    } catch (ServiceException refusal) {
      if (sessions != null) {
        sessions.executed(command, session, sequence, context);
      }
      byte[] reason = refusal.getMessage().getBytes(StandardCharsets.UTF_8);
      listener.executed(session, sequence, new Answer(reason, true));
      throw refusal;
    } catch (Poison poison) {
      if (sessions != null) {
        sessions.executed(command, session, sequence, context);
      }
      listener.executed(session, sequence, new Answer(skipped(context), true));
      throw poison;
    }
  }

  /** What the client receives once the request is skipped. */
  private static byte[] skipped(ExecutionContext context) {
    return "the service failed at this request, which was skipped: slot %d, request %d"
        .formatted(context.slot(), context.indexInBatch())
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void onTimer(long id, ExecutionContext context) {
    if (user == null) {
      alarms.ran(id, context);
    } else {
      user.timer(id, context);
    }
    if (sessions != null) {
      sessions.timer(id, context);
    }
    digest = Trace.mix(Trace.mix(digest, id), context.slot());
    digest = Trace.mix(digest, context.leaderTimeMillis());
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
    if (sessions != null) {
      sessions.opened(session, name, context);
      if (user != null) {
        user.opened(session, name, context);
      }
      digest = Trace.mix(Trace.mix(digest, sessions.digest()), context.indexInBatch());
    }
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
    if (sessions != null) {
      sessions.closed(session, end, context);
      if (user != null) {
        user.closed(session, end, context);
      }
      digest = Trace.mix(Trace.mix(digest, sessions.digest()), end.ordinal());
    }
  }

  private void check(long session, ExecutionContext context) {
    if (!listener.isOf(context.session(), session)) {
      throw new Violation("session %x executes for %x", session, context.session());
    }
    if (context.leaderTimeMillis() < leaderTimeMillis) {
      throw new Violation(
          "leader time goes back from %d to %d", leaderTimeMillis, context.leaderTimeMillis());
    }
    leaderTimeMillis = context.leaderTimeMillis();
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    int strange = Command.strangeAnswerBytes(request);
    if (strange != Command.NOT_STRANGE) {
      return strangeAnswer(strange);
    }
    Command command = Command.decode(request);
    if (!command.isRead()) {
      throw new ServiceException(command + " is not a query");
    }
    long session = request.getLong();
    long sequence = request.getLong();
    if (user != null) {
      user.query(request, context);
    }
    byte[] answer = answer(apply(command), 0);
    if (session != 0) {
      // Through the log.
      listener.executed(session, sequence, new Answer(answer, false));
    } else {
      listener.queried(sequence);
    }
    return answer;
  }

  private static byte[] strangeAnswer(int bytes) throws ServiceException {
    if (bytes < 0) {
      throw new ServiceException("as it was asked");
    }
    return new byte[bytes];
  }

  private long apply(Command command) throws ServiceException {
    int key = command.key();
    return switch (command.kind()) {
      case READ -> registers[key];
      case COUNT -> counters[key];
      case WRITE -> write(key, command.value());
      case COMPARE_AND_SET -> compareAndSet(key, command);
      case ADD -> add(key, command.value());
    };
  }

  private long write(int key, long value) {
    long before = registers[key];
    registers[key] = value;
    digest = Trace.mix(digest, value);
    return before;
  }

  private long compareAndSet(int key, Command command) throws ServiceException {
    if (registers[key] != command.expected()) {
      if (throwsSometimes && command.value() % POISONED_ONE_IN == 0) {
        throw new Poison(command.value());
      }
      throw new ServiceException("the register holds " + registers[key]);
    }
    return write(key, command.value());
  }

  private long add(int key, long value) {
    counters[key] += value;
    digest = Trace.mix(digest, counters[key]);
    return counters[key];
  }

  private byte[] answer(long value, long userDigest) {
    return user == null
        ? ByteBuffer.allocate(Long.BYTES).putLong(value).array()
        : ByteBuffer.allocate(2 * Long.BYTES).putLong(value).putLong(userDigest).array();
  }

  @Override
  public Snapshot snapshot() {
    return new Captured(
        registers.clone(),
        counters.clone(),
        digest,
        leaderTimeMillis,
        alarms == null ? null : alarms.copy(),
        sessions == null ? null : sessions.copy(),
        user == null ? null : user.snapshot());
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    for (int key = 0; key < KEYS; key++) {
      registers[key] = data.readLong();
      counters[key] = data.readLong();
    }
    digest = data.readLong();
    leaderTimeMillis = data.readLong();
    if (alarms != null) {
      alarms = Alarms.read(data, KEYS);
    }
    if (sessions != null) {
      sessions = OpenSessions.read(data, eventBytesMax);
    }
    if (user != null) {
      user.publishTo(sessions);
      user.restore(in);
    }
    if (data.read() >= 0) {
      throw new IOException("the snapshot holds more than this service has written");
    }
  }

  private record Captured(
      long[] registers,
      long[] counters,
      long digest,
      long leaderTimeMillis,
      Alarms alarms,
      OpenSessions sessions,
      Snapshot user)
      implements Snapshot {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      for (int key = 0; key < KEYS; key++) {
        data.writeLong(registers[key]);
        data.writeLong(counters[key]);
      }
      data.writeLong(digest);
      data.writeLong(leaderTimeMillis);
      if (alarms != null) {
        alarms.write(data);
      }
      if (sessions != null) {
        sessions.write(data);
      }
      data.flush();
      if (user != null) {
        user.writeTo(out);
      }
    }

    @Override
    public void close() {
      if (user != null) {
        user.close();
      }
    }
  }
}

package io.synod.core.execution;

import io.synod.core.command.BatchEntry;
import io.synod.core.session.EndedSession;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Calls the service. An exception of the service becomes the answer, or a {@link ServiceFailure}
 * that stops the replica. Confined to the service thread.
 */
final class ServiceCalls {
  private static final byte[] EMPTY = new byte[0];

  private final Service service;
  private final ServiceSettings settings;
  private final ExceptionListener listener;
  private final Position position;
  private final QueryContext state;

  // Of the last request: its status, and the bytes that its session keeps.
  private ReplyStatus status;
  private byte[] kept;

  // Null unless the last request is to halt the service.
  private Exception halting;

  /**
   * @param position of the call, which the caller sets
   * @param state that queries see
   */
  ServiceCalls(
      Service service,
      ServiceSettings settings,
      ExceptionListener listener,
      Position position,
      QueryContext state) {
    this.service = service;
    this.settings = settings;
    this.listener = listener;
    this.position = position;
    this.state = state;
  }

  /**
   * Executes one request, or a query that went through the log. {@link #status} and {@link #kept}
   * then describe its result.
   *
   * @return the answer for the client; null if {@link #halting} has the exception that is to halt
   *     the service
   * @throws ServiceFailure if the service threw an Error
   */
  byte[] execute(long sequence, ByteBuffer request, boolean isQuery) {
    byte[] answer;
    halting = null;
    status = ReplyStatus.OK;
    try {
      answer = notNull(isQuery ? service.query(request, state) : execute(request));
    } catch (ServiceException refusal) {
      status = ReplyStatus.SERVICE_ERROR;
      answer = text(refusal);
    } catch (Exception exception) {
      if (settings.onException() == OnException.STOP && !isQuery) {
        halting = exception;
        return null;
      }
      status = ReplyStatus.SERVICE_ERROR;
      kept = ExceptionText.kept(exception);
      answer = ExceptionText.of(exception);
      listener.executeThrew(position, utf8(answer), exception);
      return answer;
    } catch (Throwable error) {
      throw failure(sequence, error);
    }
    if (answer.length > position.largestAnswer()) {
      status = ReplyStatus.SERVICE_ERROR;
      answer = tooLarge(answer.length);
    }
    kept = answer;
    return answer;
  }

  ReplyStatus status() {
    return status;
  }

  byte[] kept() {
    return kept;
  }

  /** What the last request threw, as text, if it is to halt the service. */
  String haltingText() {
    return utf8(ExceptionText.of(halting));
  }

  private byte[] execute(ByteBuffer request) throws ServiceException {
    position.validate();
    try {
      return service.execute(request, position);
    } finally {
      position.invalidate();
    }
  }

  /**
   * Answers a query of this replica alone. Any exception becomes the answer: one that stopped this
   * replica would stop the next one too, which the client asks then.
   *
   * @throws ServiceFailure if the service threw an Error
   */
  void query(long number, ByteBuffer query, Replies out) {
    byte[] answer;
    ReplyStatus result = ReplyStatus.OK;
    try {
      answer = notNull(service.query(query, state));
    } catch (ServiceException refusal) {
      result = ReplyStatus.SERVICE_ERROR;
      answer = text(refusal);
    } catch (Exception exception) {
      result = ReplyStatus.SERVICE_ERROR;
      answer = ExceptionText.of(exception);
      listener.queryThrew(state.executed(), utf8(answer), exception);
    } catch (Throwable error) {
      throw new ServiceFailure("the service failed in a query", error);
    }
    out.reply(0, number, result, answer);
  }

  /**
   * Runs a timer that is due.
   *
   * @throws ServiceFailure as {@link #execute} does
   */
  void run(Timer due) {
    callBack(() -> service.onTimer(due.id, position), () -> "timer " + due.id);
  }

  /**
   * A session was opened.
   *
   * @throws ServiceFailure as {@link #execute} does
   */
  void opened(long session, ByteBuffer name) {
    callBack(
        () -> service.onSessionOpened(session, name, position),
        () -> "the opening of session %x".formatted(session));
  }

  /**
   * A session has ended.
   *
   * @throws ServiceFailure as {@link #execute} does
   */
  void closed(long session, SessionEnd end) {
    callBack(
        () -> service.onSessionClosed(session, end, position),
        () -> "the end of session %x, %s".formatted(session, end));
  }

  /** Reports each ended session to the service and to its client. */
  void reportEnded() {
    for (EndedSession ended = position.sessions.takeEnded();
        ended != null;
        ended = position.sessions.takeEnded()) {
      position.session = ended.session();
      closed(ended.session(), ended.end());
      if (ended.end() != SessionEnd.CLOSED) {
        position.out.reply(
            ended.session(), BatchEntry.KEEP_ALIVE, ReplyStatus.SESSION_EXPIRED, EMPTY);
      }
    }
  }

  private interface Callback {
    void run() throws ServiceException;
  }

  private void callBack(Callback callback, Supplier<String> what) {
    position.validate();
    try {
      callback.run();
    } catch (Exception exception) {
      if (settings.onException() == OnException.STOP) {
        throw failure(what.get(), exception);
      }
      String text = utf8(ExceptionText.of(exception));
      listener.callbackThrew(what.get(), position, text, exception);
    } catch (Throwable error) {
      throw failure(what.get(), error);
    } finally {
      position.invalidate();
    }
  }

  /**
   * The version of the position holds from here on.
   *
   * @throws ServiceFailure if the service threw
   */
  void versionChanged() {
    int version = position.version.service();
    try {
      service.onVersion(version);
    } catch (Throwable failure) {
      throw new ServiceFailure("the service failed to follow version " + version, failure);
    }
  }

  /**
   * The service's digest of its state.
   *
   * @throws ServiceFailure if the service threw
   */
  long digest() {
    try {
      return service.digest();
    } catch (Throwable failure) {
      throw new ServiceFailure(
          "the service failed to digest its state after slot " + position.slot, failure);
    }
  }

  /**
   * Captures the service's state.
   *
   * @throws ServiceFailure if the service threw, or captured null
   */
  Snapshot capture() {
    try {
      Snapshot snapshot = service.snapshot();
      if (snapshot == null) {
        throw new IllegalStateException("the service captured null");
      }
      return snapshot;
    } catch (Throwable failure) {
      throw new ServiceFailure(
          "the service failed to capture its state before slot " + state.executed(), failure);
    }
  }

  private byte[] tooLarge(int bytes) {
    return String.format(
            Locale.ROOT,
            "the request was executed, but its answer of %d bytes exceeds session.max-answer-bytes, %d",
            bytes,
            position.largestAnswer())
        .getBytes(StandardCharsets.UTF_8);
  }

  private ServiceFailure failure(long sequence, Throwable cause) {
    return new ServiceFailure(
        ("the service failed in slot %d, request %d (session %x, sequence %d): %s; every replica"
                + " executes this request, also after a restart: if it fails on all of them, mend the"
                + " service")
            .formatted(
                position.slot,
                position.index,
                position.session,
                sequence,
                utf8(ExceptionText.of(cause))),
        cause);
  }

  private ServiceFailure failure(String callback, Throwable cause) {
    return new ServiceFailure(
        ("the service failed at %s, %s: %s; every replica calls it there, also after a restart: if it"
                + " fails on all of them, mend the service")
            .formatted(callback, position.text(), utf8(ExceptionText.of(cause))),
        cause);
  }

  private static byte[] notNull(byte[] answer) {
    if (answer == null) {
      throw new IllegalStateException("the service answered null");
    }
    return answer;
  }

  private static String utf8(byte[] answer) {
    return new String(answer, StandardCharsets.UTF_8);
  }

  private static byte[] text(ServiceException refusal) {
    return String.valueOf(refusal.getMessage()).getBytes(StandardCharsets.UTF_8);
  }
}

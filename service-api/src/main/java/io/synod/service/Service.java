package io.synod.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * A deterministic service that Synod replicates. Every replica calls {@link #execute} with the same
 * requests in the same order, so the same calls must lead to the same state and the same answers.
 * It must use no clock, no randomness and no thread of its own.
 *
 * <p>Methods are called one at a time. While a replica starts, the starting thread calls {@link
 * #restore} and the methods about versions. After that the service thread calls all methods.
 * Another thread uses only a {@link Snapshot}.
 *
 * <p>A service begins without state in each process. Synod then restores the newest snapshot, if
 * there is one, and executes the slots behind it again. So a service that keeps its state in files
 * of its own begins with empty ones.
 */
public interface Service {

  /**
   * Executes one request and answers it.
   *
   * @param request the request's bytes, read-only, from position to limit; it stays valid after the
   *     call but keeps its whole batch in memory, so copy what the state needs
   * @param context all that a deterministic service may depend on beside the request; valid during
   *     the call only
   * @return the answer, not null; Synod keeps the array until the client has acknowledged it, so it
   *     must not be changed afterwards
   * @throws ServiceException a deterministic refusal: the client receives its message, the replica
   *     goes on. Any other exception is a mistake in the service, and so is an answer of null. With
   *     {@code service.on-exception = reply}, the default, the client receives its class and
   *     message, and the request counts as executed: what it has changed by then stays changed, on
   *     every replica alike. With {@code stop} every replica executes nothing more, until an
   *     operator skips this request. An Error stops the replica that meets it; so throw one, not an
   *     exception, for what fails on one replica only, such as the service's own files. An Error
   *     that the request itself causes, such as a stack overflow, stops each replica there, again
   *     after each start, until the service is mended.
   */
  byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException;

  /**
   * A timer that {@link ExecutionContext#schedule} has set is due, and set no more. Nobody receives
   * an answer. Does nothing by default, for services that set none.
   *
   * @param id as it was given to {@code schedule}
   * @param context as for a request; it may set the same timer again
   * @throws ServiceException as any other exception, which counts as a mistake in the service: with
   *     {@code service.on-exception = reply} the replica logs it and goes on, with {@code stop}
   *     every replica stops at this timer. An Error stops the replica that meets it
   */
  default void onTimer(long id, ExecutionContext context) throws ServiceException {}

  /**
   * A client has opened a session. Called before the session's first request. By default does
   * nothing.
   *
   * @param session its number, as {@link ExecutionContext#session} has it
   * @param name the bytes with which the client names the session, read-only, 256 at most; empty if
   *     it gave none. They are not checked, and two sessions may have the same
   * @param context as for a request
   * @throws ServiceException treated as any other exception here, as for {@link #onTimer}
   */
  default void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
      throws ServiceException {}

  /**
   * A session has ended. No request of it follows, and {@link ExecutionContext#publish} no longer
   * reaches its client. Called once for each session that was opened. By default does nothing.
   *
   * @param session its number, as {@link ExecutionContext#session} has it
   * @param context as for a request
   * @throws ServiceException treated as any other exception here, as for {@link #onTimer}
   */
  default void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
      throws ServiceException {}

  /**
   * The newest version of its behaviour that this service knows. A service whose answers or state
   * change in a way that matters to other replicas gets the next version, and behaves as {@link
   * ExecutionContext#version} says: in the old way until the operator has finished an upgrade with
   * {@code synod upgrade --finish}, then in the new way, on every replica from the same entry of
   * the log on. A cluster without a log begins with the newest version that its first leader knows.
   *
   * @return 1 or more, always the same; 1 by default
   */
  default int newestVersion() {
    return 1;
  }

  /**
   * The oldest version of its behaviour that this service still knows. Snapshots and requests of
   * versions before it are not understood: a replica that meets one stops.
   *
   * @return 1 to {@link #newestVersion}, always the same; 1 by default
   */
  default int oldestVersion() {
    return 1;
  }

  /**
   * The service follows this version of its behaviour from here on. Called on every replica at the
   * same place of the order, before the first request of the version; and after each {@link
   * #restore}, with the version of the snapshot. Before the first call it is 1. For {@link #digest}
   * and {@link #snapshot}, which have no context: until an upgrade is finished, a replica with an
   * older build must digest equal states alike, and read what is written here. Does nothing by
   * default. Anything that is thrown stops this replica.
   */
  default void onVersion(int version) {}

  /**
   * Answers a read-only request. Runs on one replica only, so it must not change the state. With
   * the consistency {@code log} all replicas run it at the same place of the order, and keep its
   * answer for the session: there the answer must be the same on all, as that of {@link #execute}
   * is. Refuses by default, for services without queries.
   *
   * @param request the query's bytes, read-only, from position to limit
   * @return the answer, not null
   * @throws ServiceException a refusal whose message the client receives. Of any other exception
   *     the client receives class and message, and the replica goes on; an Error stops this
   *     replica.
   */
  default byte[] query(ByteBuffer request) throws ServiceException {
    throw new ServiceException("this service answers no queries");
  }

  /**
   * As {@link #query(ByteBuffer)}, for services that want to know which state a query sees. This is
   * what Synod calls; by default it passes the query on.
   *
   * @param context valid during the call only
   */
  default byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    return query(request);
  }

  /**
   * A digest of the state as it is now: equal states have equal digests. Synod compares it between
   * the replicas after every {@code service.digest-slots} slots; a replica that differs from a
   * majority stops. It must be quick: keep it up to date with each change. By default 0: then Synod
   * compares only answers, events and sessions.
   *
   * @return the same on every replica. Anything that is thrown stops this replica.
   */
  default long digest() {
    return 0;
  }

  /**
   * Captures the state as it is now, between two batches. The service waits while this runs, so it
   * must be quick: take a handle or a copy-on-write view, and write in {@link Snapshot#writeTo}.
   *
   * @return a new one, not null, which Synod closes. Anything that is thrown stops this replica. If
   *     the service has halted at a request, an exception only gives the snapshot up.
   */
  Snapshot snapshot();

  /**
   * Replaces the whole state by one that {@link Snapshot#writeTo} has written, here or on another
   * replica: nothing of the state before may remain. Called before the first request, or at any
   * time later, when this replica lags too far behind to execute what it has missed. Snapshots that
   * were captured before stay as they are.
   *
   * @param in buffered by Synod, which has checked its bytes against their checksums; holds what
   *     was written and nothing behind it. A read may return fewer bytes than it is asked for, so
   *     use {@code readNBytes} or {@code DataInputStream.readFully}. Read it to its end: bytes that
   *     are left stop this replica. It need not be closed, and closing it does nothing.
   * @throws IOException what {@code in} threw, let through; or if the stream ends early or cannot
   *     be understood. The state may then be anything: nothing is executed or asked until another
   *     snapshot was restored, and this replica stops if there is none. Anything else that is
   *     thrown stops this replica.
   */
  void restore(InputStream in) throws IOException;
}

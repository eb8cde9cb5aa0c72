package io.synod.client;

import io.synod.network.wire.WantEvents;
import java.net.InetSocketAddress;

/**
 * The effects of the client's state machine: at most one connection at a time. The event loop calls
 * it; none of its methods calls back.
 */
interface Wire {

  /**
   * Connects to {@code address} and says hello. Ends in {@code welcomed}, {@code refused} or {@code
   * disconnected} of {@link Caller}, later and once, unless {@link #hangUp} comes first.
   */
  void dial(InetSocketAddress address);

  /** Closes the connection, or stops dialling; its events are not reported any more. */
  void hangUp();

  /** The largest request or query that one frame carries. */
  int payloadBytesMax();

  /** Whether more may be written before the socket has taken what is written. */
  boolean isWritable();

  /** Opens the session. */
  void open(long session);

  /** Ends the session. */
  void close(long session);

  /**
   * Keeps the session from expiring.
   *
   * @param acknowledged the answers of all sequences before this one have come
   * @param events so have the events up to this number
   */
  void keepAlive(long session, long acknowledged, long events);

  /** Asks for the events of the session on this connection. */
  void wantEvents(WantEvents wanted);

  /**
   * A request, or a query through the log; consecutive ones share frames.
   *
   * @param outstanding how many sequences before this one are unanswered
   */
  void request(long session, long sequence, int outstanding, Request request);

  /** A query beside the log; those of one consistency share frames. */
  void query(long number, Request query);

  /** Hands everything written to the socket. */
  void flush();
}

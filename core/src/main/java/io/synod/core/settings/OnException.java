package io.synod.core.settings;

/**
 * What follows when the service throws an exception. Equal on all replicas: with one that stops and
 * one that replies, only one of them would have executed the requests behind it.
 */
public enum OnException {
  /** The exception is the request's result, which the client receives. */
  REPLY,
  /**
   * At a request, the service executes nothing more until the request is skipped. At a timer, or
   * when a session opens or ends, the replica ends. A client receives the exception of its query.
   */
  STOP
}

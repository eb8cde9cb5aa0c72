package io.synod.core.settings;

/**
 * What follows when the service throws an exception at a request. Equal on all replicas: with one
 * that stops and one that replies, only one of them would have executed the request.
 */
public enum OnException {
  /** The exception is the request's result, which the client receives. */
  REPLY,
  /** The replica stops before it has executed the request. */
  STOP
}

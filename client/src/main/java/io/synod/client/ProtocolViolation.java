package io.synod.client;

/** A replica has sent what the protocol does not allow; its connection is given up. */
final class ProtocolViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolViolation(String message) {
    super(message);
  }
}

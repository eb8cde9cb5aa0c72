package io.synod.client;

/** A replica has sent something that the protocol does not allow; its connection is closed. */
final class ProtocolViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolViolation(String message) {
    super(message);
  }
}

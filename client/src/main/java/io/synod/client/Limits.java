package io.synod.client;

import io.synod.network.wire.Welcome;

/**
 * The bounds of requests on one connection.
 *
 * @param payloadBytes the largest request
 * @param outstanding the most unanswered requests of a session
 * @param isOwn whether {@code payloadBytes} is what the client's own frames carry, and the replica
 *     grants more
 */
record Limits(int payloadBytes, int outstanding, boolean isOwn) {

  Limits {
    if (payloadBytes < 0 || outstanding < 1) {
      throw new ProtocolViolation(
          "a welcome that grants requests of %d bytes, %d outstanding"
              .formatted(payloadBytes, outstanding));
    }
  }

  /**
   * @param ownPayloadBytes the largest request that the client's frames carry
   */
  static Limits of(Welcome welcome, int ownPayloadBytes) {
    int granted = welcome.payloadBytesMax();
    return new Limits(
        Math.min(granted, ownPayloadBytes), welcome.outstandingMax(), ownPayloadBytes < granted);
  }

  RequestFailedException tooLarge(Request request) {
    String limit = isOwn ? "this client's limit (maxFrameBytes)" : "the cluster's limit";
    return new RequestFailedException(
        "a request of %d bytes is over %s of %d bytes"
            .formatted(request.payload().length, limit, payloadBytes));
  }
}

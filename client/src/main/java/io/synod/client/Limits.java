package io.synod.client;

/**
 * The bounds that a replica sets for a client.
 *
 * @param payloadBytes the largest request
 * @param outstanding the most unanswered requests of a session
 */
record Limits(int payloadBytes, int outstanding) {

  Limits {
    if (payloadBytes < 0 || outstanding < 1) {
      throw new ProtocolViolation(
          "a welcome that grants requests of %d bytes, %d outstanding"
              .formatted(payloadBytes, outstanding));
    }
  }

  RequestFailedException tooLarge(Request request) {
    return new RequestFailedException(
        "a request of %d bytes is over the cluster's limit of %d bytes"
            .formatted(request.payload().length, payloadBytes));
  }
}

package io.synod.tuning.model;

/**
 * Bytes of what travels.
 *
 * @param requestBytes S_req, what a client asks; at least 0
 * @param answerBytes S_ans, what it is answered; at least 0
 * @param requestHeaderBytes what a request has in front of it in a Phase 2a message
 * @param batchHeaderBytes what a Phase 2a message has beside its requests
 * @param voteBytes S_2b, a Phase 2b message
 */
public record MessageSizes(
    int requestBytes,
    int answerBytes,
    int requestHeaderBytes,
    int batchHeaderBytes,
    int voteBytes) {
  private static final int ANSWER_HEADER_BYTES = 21;

  public MessageSizes {
    if (requestBytes < 0
        || answerBytes < 0
        || requestHeaderBytes < 0
        || batchHeaderBytes < 0
        || voteBytes < 0) {
      throw new IllegalArgumentException(
          "sizes of %d, %d, %d, %d and %d bytes"
              .formatted(
                  requestBytes, answerBytes, requestHeaderBytes, batchHeaderBytes, voteBytes));
    }
  }

  /** With the headers behind the tables of S13: 16 bytes each request, 4 a batch, 8 a vote. */
  public static MessageSizes ofPaper(int requestBytes, int answerBytes) {
    return new MessageSizes(requestBytes, answerBytes, 16, 4, 8);
  }

  /**
   * With the headers of Synod's messages (docs/protocol.md): 24 bytes each request, 52 a batch with
   * the Accept around it, 40 a vote, and 21 more bytes each answer.
   */
  public static MessageSizes ofSynod(int requestBytes, int answerBytes) {
    if (answerBytes < 0) {
      throw new IllegalArgumentException("answers of " + answerBytes + " bytes");
    }
    return new MessageSizes(requestBytes, answerBytes + ANSWER_HEADER_BYTES, 24, 52, 40);
  }

  /** S_2a, a Phase 2a message with so many requests. */
  public long batchBytes(int requests) {
    return (long) requests * (requestBytes + requestHeaderBytes) + batchHeaderBytes;
  }
}

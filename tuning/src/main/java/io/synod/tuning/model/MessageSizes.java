package io.synod.tuning.model;

/**
 * Sizes of messages.
 *
 * @param requestBytes S_req, payload of a request; at least 0
 * @param answerBytes S_ans, payload of an answer; at least 0
 * @param requestHeaderBytes header of each request in a Phase 2a message
 * @param batchHeaderBytes bytes of a Phase 2a message beside its requests
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

  /** The header sizes behind the tables of S13: 16 bytes a request, 4 a batch, 8 a vote. */
  public static MessageSizes ofPaper(int requestBytes, int answerBytes) {
    return new MessageSizes(requestBytes, answerBytes, 16, 4, 8);
  }

  /**
   * The header sizes of Synod's messages (docs/protocol.md): 24 bytes for each request, 52 for a
   * batch with the Accept around it, 40 for a vote, and 21 for each answer.
   */
  public static MessageSizes ofSynod(int requestBytes, int answerBytes) {
    if (answerBytes < 0) {
      throw new IllegalArgumentException("answers of " + answerBytes + " bytes");
    }
    return new MessageSizes(requestBytes, answerBytes + ANSWER_HEADER_BYTES, 24, 52, 40);
  }

  /** S_2a, a Phase 2a message with {@code requests} requests. */
  public long batchBytes(int requests) {
    return (long) requests * (requestBytes + requestHeaderBytes) + batchHeaderBytes;
  }
}

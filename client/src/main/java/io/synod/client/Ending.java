package io.synod.client;

import java.time.Duration;

/**
 * How requests end: completes their futures in words that say what happened, and sums up the weight
 * of those that the client has forgotten. Completing a future runs the callbacks that hang on it,
 * here and now; whatever they send arrives through the intake, so nothing comes back into the
 * client's state meanwhile.
 */
final class Ending {
  static final String CLOSED = "the client is closed";

  private final String timeout;
  private String trouble = "no replica has been reached yet";
  private long forgottenWeight;

  Ending(long timeoutNanos) {
    this.timeout = words(timeoutNanos);
  }

  /** What keeps the client from the leader just now; given as the reason when requests fail. */
  void trouble(String reason) {
    trouble = reason;
  }

  /** The weight of requests forgotten since the last call. */
  long takeForgottenWeight() {
    long taken = forgottenWeight;
    forgottenWeight = 0;
    return taken;
  }

  void answered(Request request, byte[] answer) {
    forget(request);
    request.complete(answer);
  }

  void failed(Request request, Exception failure) {
    forget(request);
    request.completeExceptionally(failure);
  }

  /** Its caller has ended it before it was sent. */
  void dropped(Request request) {
    forget(request);
  }

  /**
   * Its deadline has passed, or there is no hope.
   *
   * @param reason null: the trouble that the client has with the cluster
   */
  void neverSent(Request request, String reason) {
    String why = reason == null ? trouble : reason;
    failed(request, new RequestFailedException("not sent within " + timeout + ": " + why));
  }

  void neverSentAtAll(Request request, String reason) {
    failed(request, new RequestFailedException("never sent: " + reason));
  }

  /** Its deadline has passed, and it is still sent again until the session answers it. */
  void unanswered(Request request) {
    if (!request.isDone()) {
      request.completeExceptionally(
          new RequestUnknownException(
              "no answer within " + timeout + "; it may or may not have been executed"));
    }
  }

  /** It was sent, and can have no answer any more. */
  void lost(Request request, String reason) {
    forget(request);
    if (!request.isDone()) {
      request.completeExceptionally(
          new RequestUnknownException(
              "no answer: " + reason + "; it may or may not have been executed"));
    }
  }

  /** A query's deadline has passed. */
  void unansweredQuery(Request query) {
    failed(query, new RequestFailedException("no answer within " + timeout + ": " + trouble));
  }

  private void forget(Request request) {
    forgottenWeight += Intake.weight(request);
  }

  private static String words(long nanos) {
    return Duration.ofNanos(nanos).toString().substring(2).toLowerCase(java.util.Locale.ROOT);
  }
}

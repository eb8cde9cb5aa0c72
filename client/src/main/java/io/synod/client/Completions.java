package io.synod.client;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * Completes the futures of requests, with the answer or with an exception that says what happened.
 * Gives back the weight of a request that the client no longer holds before its future completes,
 * so that its caller may send the next one. Completing a future runs its callbacks on this thread.
 * Requests that they send arrive through the intake, so the client's state does not change
 * meanwhile. Event loop.
 */
final class Completions {
  private final String timeout;
  private final LongConsumer release;
  private String trouble = "no replica has been reached yet";

  /**
   * @param release takes the weight of each request that the client no longer holds
   */
  Completions(long timeoutNanos, LongConsumer release) {
    this.release = release;
    Duration duration = Duration.ofNanos(timeoutNanos);
    this.timeout = duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  /** What keeps the client from the leader just now; the reason of what fails because of it. */
  void trouble(String reason) {
    trouble = reason;
  }

  String trouble() {
    return trouble;
  }

  void answered(Request request, Answer answer) {
    if (answer.refusal() == null) {
      forget(request);
      request.complete(answer.payload());
    } else {
      failed(request, answer.refusal());
    }
  }

  /** The service refused it, or the client does before it is sent. */
  void failed(Request request, Exception failure) {
    forget(request);
    request.completeExceptionally(failure);
  }

  /** Its caller has ended it before it was sent. */
  void dropped(Request request) {
    forget(request);
  }

  /** Its deadline has passed before it was sent. */
  void neverSent(Request request, String reason) {
    abandoned(request, "not sent within " + timeout + ": " + reason);
  }

  /** Surely not executed, and there is no use in waiting longer. */
  void abandoned(Request request, String reason) {
    failed(request, new RequestFailedException(reason));
  }

  /** A query's deadline has passed; that it may be answered in vain does not matter. */
  void queryOverdue(Request query) {
    abandoned(query, "no answer within " + timeout + ": " + trouble);
  }

  /** A sent request's deadline has passed; it keeps its place until the session answers it. */
  void unanswered(Request request) {
    unknown(request, "within " + timeout + ": " + trouble);
  }

  /** It was sent, and there will be no answer. */
  void lost(Request request, String reason) {
    forget(request);
    unknown(request, "because " + reason);
  }

  private static void unknown(Request request, String why) {
    if (request.isQuery()) {
      request.completeExceptionally(new RequestFailedException("no answer " + why));
    } else if (!request.isDone()) {
      request.completeExceptionally(
          new RequestUnknownException(
              "no answer " + why + "; the request may or may not have been executed"));
    }
  }

  private void forget(Request request) {
    release.accept(Intake.weight(request));
  }
}

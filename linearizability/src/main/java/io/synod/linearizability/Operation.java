package io.synod.linearizability;

/**
 * One operation of a history.
 *
 * @param client who called, for the reader of a failure
 * @param output the answer; null while it is not known, and then the operation may have taken
 *     effect at any time after its call, or never
 * @param invoked when it was called, on a clock that orders all calls and returns
 * @param returned when it was answered; {@link #PENDING} if its answer is not known
 */
public record Operation<I, O>(long client, I input, O output, long invoked, long returned) {
  public static final long PENDING = Long.MAX_VALUE;

  public Operation {
    if (returned <= invoked || (returned == PENDING) != (output == null)) {
      throw new IllegalArgumentException(
          "operation of client %d: %s = %s in [%d, %d]"
              .formatted(client, input, output, invoked, returned));
    }
  }

  public static <I, O> Operation<I, O> pending(long client, I input, long invoked) {
    return new Operation<>(client, input, null, invoked, PENDING);
  }

  public boolean isPending() {
    return returned == PENDING;
  }

  @Override
  public String toString() {
    return isPending()
        ? "[%d, …] client %d: %s = ?".formatted(invoked, client, input)
        : "[%d, %d] client %d: %s = %s".formatted(invoked, returned, client, input, output);
  }
}

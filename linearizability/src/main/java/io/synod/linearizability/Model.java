package io.synod.linearizability;

/**
 * A sequential object: what an operation does when it is alone.
 *
 * @param <S> its state: immutable, with equals and hashCode
 * @param <I> what an operation asks
 * @param <O> what an operation answers
 */
public interface Model<S, I, O> {

  S initial();

  /**
   * The state after {@code input} was applied to {@code state}, or null if it could not have
   * answered {@code output} there.
   *
   * @param output null if the answer is unknown: any would do
   */
  S next(S state, I input, O output);

  /**
   * Whether the operation changes no state in which it can answer this. The checker then takes it
   * as soon as it can, which bounds the search; by default it tries every place.
   */
  default boolean changesNothing(I input, O output) {
    return false;
  }
}

package io.synod.linearizability;

/** One register of a long, at first 0. */
public final class RegisterModel implements Model<Long, RegisterModel.Input, Long> {

  /** The answer of a compare-and-set that met another value than the expected one. */
  public static final long REFUSED = Long.MIN_VALUE;

  @Override
  public Long initial() {
    return 0L;
  }

  @Override
  public Long next(Long state, Input input, Long output) {
    boolean possible = output == null || output == input.answer(state);
    return possible ? (Long) input.after(state) : null;
  }

  /** Every answer but a refusal is the value before. */
  @Override
  public boolean changesNothing(Input input, Long output) {
    return output == REFUSED || input.after(output) == output;
  }

  /** What a register is asked. */
  public sealed interface Input {
    long answer(long state);

    long after(long state);
  }

  /** Answers the value. */
  public record Read() implements Input {
    @Override
    public long answer(long state) {
      return state;
    }

    @Override
    public long after(long state) {
      return state;
    }
  }

  /** Sets the value and answers the one before. */
  public record Write(long value) implements Input {
    @Override
    public long answer(long state) {
      return state;
    }

    @Override
    public long after(long state) {
      return value;
    }
  }

  /** Sets {@code value} and answers {@code expected} if that is the value; is refused if not. */
  public record CompareAndSet(long expected, long value) implements Input {
    @Override
    public long answer(long state) {
      return state == expected ? expected : REFUSED;
    }

    @Override
    public long after(long state) {
      return state == expected ? value : state;
    }
  }
}

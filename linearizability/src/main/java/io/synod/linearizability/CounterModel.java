package io.synod.linearizability;

/**
 * A counter, at first 0. The input is what is added, 0 for a read; the answer is the value after
 * it.
 */
public final class CounterModel implements Model<Long, Long, Long> {

  @Override
  public Long initial() {
    return 0L;
  }

  @Override
  public Long next(Long state, Long input, Long output) {
    Long after = state + input;
    return output == null || output.equals(after) ? after : null;
  }

  @Override
  public boolean changesNothing(Long input, Long output) {
    return input == 0;
  }
}

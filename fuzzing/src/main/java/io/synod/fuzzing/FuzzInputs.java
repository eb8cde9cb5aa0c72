package io.synod.fuzzing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The inputs that are made of a target's samples; the same for the same seed. One thread. */
public final class FuzzInputs {
  private static final int POOL_MAX = 2_000;
  private static final int UNSEALED_ONE_IN = 8;

  private final FuzzTarget target;
  private final Random random;
  private final Mutator mutator;
  private final List<byte[]> pool;

  public FuzzInputs(FuzzTarget target, long seed) {
    this.target = target;
    random = new Random(seed * 0x9e3779b97f4a7c15L);
    pool = new ArrayList<>(target.samples());
    int longest = pool.stream().mapToInt(sample -> sample.length).max().orElse(0);
    mutator = new Mutator(random, 2 * longest + 64);
  }

  public byte[] next() {
    byte[] input = mutator.next(pool);
    return random.nextInt(UNSEALED_ONE_IN) > 0 ? target.sealed(input) : input;
  }

  /** {@code input} becomes a sample, unless there are many. */
  void learn(byte[] input) {
    if (pool.size() < POOL_MAX) {
      pool.add(input);
    }
  }
}

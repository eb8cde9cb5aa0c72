package io.synod.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PathTest {
  private static final int CHUNKS = 200;

  @Test
  void bytes_never_overtake_each_other_though_the_path_is_cut_again_and_again() {
    for (int seed = 0; seed < 50; seed++) {
      Scheduler scheduler = new Scheduler();
      SplittableRandom random = new SplittableRandom(seed);
      Path path = new Path(scheduler, random.split(), 1_000);
      List<Integer> arrived = new ArrayList<>();
      long[] last = new long[1];
      for (int chunk = 0; chunk < CHUNKS; chunk++) {
        int number = chunk;
        scheduler.at(
            1 + 50L * chunk, () -> last[0] = path.carry(1, last[0], () -> arrived.add(number)));
      }
      for (int cut = 0; cut < 20; cut++) {
        long from = 1 + random.nextInt(50 * CHUNKS);
        scheduler.at(from, path::cut);
        scheduler.at(from + 1 + random.nextInt(1_500), path::mend);
      }
      scheduler.limit(100_000);
      while (arrived.size() < CHUNKS) {
        assertThat(scheduler.runNext()).isTrue();
      }
      assertThat(arrived).isSorted();
    }
  }
}

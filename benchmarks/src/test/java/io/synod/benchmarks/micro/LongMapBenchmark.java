package io.synod.benchmarks.micro;

import io.synod.core.session.LongMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The session map's look-ups beside those of the JDK's boxed map. */
@State(Scope.Thread)
public class LongMapBenchmark extends NanosBenchmark {

  @Param({"4", "1024", "65536"})
  public int sessions;

  private final LongMap<Object> map = new LongMap<>();
  private final Map<Long, Object> boxed = new HashMap<>();
  private long[] keys;
  private int next;

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    keys = new long[sessions];
    for (int index = 0; index < sessions; index++) {
      keys[index] = random.nextLong();
      map.put(keys[index], this);
      boxed.put(keys[index], this);
    }
  }

  @Benchmark
  public Object find() {
    return map.find(nextKey());
  }

  @Benchmark
  public Object findBoxed() {
    return boxed.get(nextKey());
  }

  @Benchmark
  public int removeAndPut() {
    long key = nextKey();
    map.remove(key);
    map.put(key, this);
    return map.size();
  }

  private long nextKey() {
    next = next + 1 == keys.length ? 0 : next + 1;
    return keys[next];
  }
}

package io.synod.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LongMapTest {
  // Of the map's hash.
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  @Test
  void behaves_like_a_hash_map() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      compare(random, random.nextInt(1, 400), 3_000);
    }
  }

  /** Keys whose hashes share their low bits, so that they crowd and wrap around the table's end. */
  @Test
  void removing_from_a_crowd_of_collisions_loses_nobody() {
    long[] crowd = crowd(62, 8);
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LongMap<Long> map = new LongMap<>();
      Map<Long, Long> model = new HashMap<>();
      for (int step = 0; step < 300; step++) {
        long key = crowd[random.nextInt(crowd.length)];
        change(map, model, key, random.nextBoolean());
        for (long each : crowd) {
          assertThat(map.find(each)).isEqualTo(model.get(each));
        }
      }
    }
  }

  /** More than have places from that hash on. */
  @Test
  void behaves_like_a_hash_map_where_all_keys_have_one_hash() {
    for (long seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long[] keys = ofOneHash(random.nextInt(1, 1_000));
      LongMap<Long> map = new LongMap<>();
      Map<Long, Long> model = new HashMap<>();
      for (int step = 0; step < 5_000; step++) {
        long key = keys[random.nextInt(keys.length)];
        change(map, model, key, random.nextInt(5) < (step / 1_000 % 2 == 0 ? 4 : 1));
        assertThat(map.size()).isEqualTo(model.size());
      }
      for (long key : keys) {
        assertThat(map.find(key)).isEqualTo(model.get(key));
      }
    }
  }

  /** A client chooses the numbers of its sessions: a look-up must not try all of them. */
  @Test
  void keys_of_one_hash_cost_little() {
    long[] keys = ofOneHash(65_536);
    LongMap<Object> map = new LongMap<>();
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    long before = cpu.getCurrentThreadCpuTime();
    for (long key : keys) {
      map.put(key, this);
    }
    for (long key : keys) {
      assertThat(map.find(key)).isSameAs(this);
      map.remove(key);
    }
    // Without a bound these are billions of steps.
    assertThat(Duration.ofNanos(cpu.getCurrentThreadCpuTime() - before))
        .isLessThan(Duration.ofSeconds(5));
    assertThat(map.size()).isZero();
  }

  @Test
  void extreme_keys_are_keys() {
    LongMap<String> map = new LongMap<>();
    for (long key : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(map.find(key)).isNull();
      map.put(key, "k" + key);
      assertThat(map.find(key)).isEqualTo("k" + key);
    }
    map.put(0, "again");
    assertThat(map.size()).isEqualTo(4);
    assertThat(map.find(0)).isEqualTo("again");
  }

  private static void compare(SplittableRandom random, int keys, int steps) {
    LongMap<Long> map = new LongMap<>();
    Map<Long, Long> model = new HashMap<>();
    long spread = random.nextBoolean() ? 1 : random.nextLong();
    for (int step = 0; step < steps; step++) {
      change(map, model, random.nextInt(keys) * spread, random.nextInt(5) < 3);
      assertThat(map.size()).isEqualTo(model.size());
    }
    for (int key = 0; key < keys; key++) {
      assertThat(map.find(key * spread)).isEqualTo(model.get(key * spread));
    }
  }

  private static void change(LongMap<Long> map, Map<Long, Long> model, long key, boolean put) {
    if (put) {
      map.put(key, ~key);
      model.put(key, ~key);
    } else {
      map.remove(key);
      model.remove(key);
    }
  }

  /** Keys that the map's hash takes for one. */
  private static long[] ofOneHash(int count) {
    // Each step doubles the number of bits that are right.
    long inverse = FACTOR;
    for (int bits = 3; bits < Long.SIZE; bits *= 2) {
      inverse *= 2 - FACTOR * inverse;
    }
    long[] keys = new long[count];
    for (int index = 0; index < count; index++) {
      keys[index] = index * inverse;
    }
    return keys;
  }

  /** Keys whose home in a table of 64 is {@code home} or the three places behind it. */
  private static long[] crowd(int home, int size) {
    long[] crowd = new long[size];
    int found = 0;
    for (long key = 1; found < size; key++) {
      int place = (int) (key * FACTOR >>> 32) & 63;
      if (((place - home) & 63) < 4) {
        crowd[found++] = key;
      }
    }
    return crowd;
  }
}

package io.synod.examples.kv.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EntryTrieTest {
  private static final long[] HASHES = {
    0, 1, 2, 0x10, 0x11, 1L << 60, 1L << 63, -1, -2, 0xF0F0F0F0F0F0F0F0L, 0xF0F0F0F0F0F0F0F1L
  };

  private final EntryTrie trie = new EntryTrie();
  private final Map<Byte, Entry> model = new HashMap<>();

  @Test
  void it_is_a_map_in_the_order_of_hashes_even_when_hashes_are_close_or_equal() {
    Random random = new Random(7);
    for (int step = 0; step < 20_000; step++) {
      byte key = (byte) random.nextInt(48);
      if (random.nextInt(3) == 0) {
        removeIfThere(key);
      } else {
        Entry entry = entry(key, step);
        trie.put(entry);
        model.put(key, entry);
      }
      if (step % 50 == 0) {
        assertThat(seenFrom(0)).containsExactlyInAnyOrderElementsOf(model.values());
        assertOrderFrom(HASHES[random.nextInt(HASHES.length)]);
      }
    }
  }

  @Test
  void a_frozen_view_does_not_change() {
    for (byte key = 0; key < 40; key++) {
      trie.put(entry(key, 1));
    }
    EntryTrie.Frozen frozen = trie.freeze();
    List<Entry> before = new ArrayList<>();
    frozen.visit(before::add);
    for (byte key = 0; key < 40; key += 2) {
      trie.remove(trie.find(hash(key), new byte[] {key}));
      trie.put(entry((byte) (key + 1), 2));
      trie.put(entry((byte) (key + 100), 2));
    }
    List<Entry> after = new ArrayList<>();
    frozen.visit(after::add);
    assertThat(before).hasSize(40);
    assertThat(after).isEqualTo(before);
  }

  private void removeIfThere(byte key) {
    Entry entry = trie.find(hash(key), new byte[] {key});
    assertThat(entry).isSameAs(model.remove(key));
    if (entry != null) {
      trie.remove(entry);
    }
  }

  private void assertOrderFrom(long from) {
    List<Entry> seen = seenFrom(from);
    long expected =
        model.values().stream().filter(e -> Long.compareUnsigned(e.hash(), from) >= 0).count();
    assertThat(seen).hasSize((int) expected);
    for (int i = 1; i < seen.size(); i++) {
      assertThat(Long.compareUnsigned(seen.get(i - 1).hash(), seen.get(i).hash()))
          .isLessThanOrEqualTo(0);
    }
  }

  private List<Entry> seenFrom(long from) {
    List<Entry> seen = new ArrayList<>();
    trie.visit(from, seen::add);
    return seen;
  }

  private static long hash(byte key) {
    return HASHES[Math.floorMod(key, HASHES.length)];
  }

  private static Entry entry(byte key, int version) {
    return new Entry(new byte[] {key}, hash(key), new byte[] {(byte) version}, Entry.NEVER);
  }
}

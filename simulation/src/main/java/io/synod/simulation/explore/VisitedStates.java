package io.synod.simulation.explore;

import java.util.Arrays;

/**
 * The hashes of all found states, with the previous state and the choice that led to each first.
 */
final class VisitedStates {
  private static final int FIRST_CAPACITY = 1 << 16;
  private static final int LARGEST = 1 << 30;

  // Open addressing; 0 marks a free entry, so the hash 0 is stored as 1.
  private long[] hashes = new long[FIRST_CAPACITY];
  private int[] parents = new int[FIRST_CAPACITY];
  private int[] choices = new int[FIRST_CAPACITY];
  private int count;

  /**
   * @param parent number of the state before; -1 for the first
   * @param choice packed
   * @return the number of the state with this hash if it is new, else -1
   */
  int add(long hash, int parent, int choice) {
    if (2L * count >= hashes.length && hashes.length < LARGEST) {
      grow();
    }
    if (!insert(hashes, hash == 0 ? 1 : hash)) {
      return -1;
    }
    if (count == parents.length) {
      int capacity = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * count);
      parents = Arrays.copyOf(parents, capacity);
      choices = Arrays.copyOf(choices, capacity);
    }
    parents[count] = parent;
    choices[count] = choice;
    return count++;
  }

  int count() {
    return count;
  }

  /** The choices that lead from the first state to the state with this number. */
  int[] path(int number) {
    int length = 0;
    for (int at = number; parents[at] >= 0; at = parents[at]) {
      length++;
    }
    int[] path = new int[length];
    for (int at = number; parents[at] >= 0; at = parents[at]) {
      path[--length] = choices[at];
    }
    return path;
  }

  private static boolean insert(long[] table, long hash) {
    int mask = table.length - 1;
    int place = (int) Hash.mix(hash) & mask;
    while (table[place] != 0) {
      if (table[place] == hash) {
        return false;
      }
      place = place + 1 & mask;
    }
    table[place] = hash;
    return true;
  }

  private void grow() {
    long[] larger = new long[2 * hashes.length];
    for (long hash : hashes) {
      if (hash != 0) {
        insert(larger, hash);
      }
    }
    hashes = larger;
  }
}

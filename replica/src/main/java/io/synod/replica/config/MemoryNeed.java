package io.synod.replica.config;

/**
 * The largest amount of memory that one kind of data takes in one replica.
 *
 * @param its name in the table of the architecture page
 * @param setting that bounds it
 * @param heapBytes at most
 * @param directBytes at most, outside the heap
 */
record MemoryNeed(String what, Setting setting, long heapBytes, long directBytes) {

  static MemoryNeed heap(String what, Setting setting, long bytes) {
    return new MemoryNeed(what, setting, bytes, 0);
  }

  static MemoryNeed direct(String what, Setting setting, long bytes) {
    return new MemoryNeed(what, setting, 0, bytes);
  }
}

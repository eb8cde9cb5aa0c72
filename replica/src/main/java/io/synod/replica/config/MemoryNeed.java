package io.synod.replica.config;

/**
 * What one kind of thing may take at most, in one replica.
 *
 * @param what holds it, as the architecture page names it
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

package io.synod.examples.kv.store;

/** Receives entries in the order of their hashes. */
@FunctionalInterface
public interface EntryVisitor {

  /** Returns whether to go on. */
  boolean visit(Entry entry);
}

package io.synod.examples.kv.store;

/** Receives entries in the order of their hashes. */
@FunctionalInterface
public interface EntryVisitor {

  /** Returns whether to continue. */
  boolean visit(Entry entry);
}

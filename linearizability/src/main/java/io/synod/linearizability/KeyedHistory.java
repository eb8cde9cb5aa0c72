package io.synod.linearizability;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A history over many independent objects of one kind, checked object by object: a history is
 * linearizable exactly if that of each object is (Herlihy and Wing, 1990).
 *
 * @param <K> names an object
 */
public final class KeyedHistory<K, I, O> {
  private final Map<K, List<Operation<I, O>>> byKey = new LinkedHashMap<>();

  public void add(K key, Operation<I, O> operation) {
    byKey.computeIfAbsent(key, absent -> new ArrayList<>()).add(operation);
  }

  /** The first object's verdict that is not linearizable, with its key; null if all are. */
  public <S> Violation<K, I, O> check(Model<S, I, O> model) {
    for (Map.Entry<K, List<Operation<I, O>>> entry : byKey.entrySet()) {
      Verdict<I, O> verdict = LinearizabilityChecker.check(model, entry.getValue());
      if (!verdict.isLinearizable()) {
        return new Violation<>(entry.getKey(), verdict);
      }
    }
    return null;
  }

  /** An object whose history is not linearizable, or could not be decided. */
  public record Violation<K, I, O>(K key, Verdict<I, O> verdict) {}
}

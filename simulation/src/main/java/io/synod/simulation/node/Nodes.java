package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** All replicas of one simulation, by number: the first members, then the standbys. */
public final class Nodes implements Iterable<SimulatedNode> {
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<Integer> numbers = new ArrayList<>();
  private final Map<Integer, SimulatedNode> byNumber = new HashMap<>();

  /** Adds one with a number of its own. */
  public void add(SimulatedNode node) {
    nodes.add(node);
    numbers.add(node.number());
    byNumber.put(node.number(), node);
  }

  /** The replica with this number. */
  public SimulatedNode of(int number) {
    return byNumber.get(number);
  }

  public int count() {
    return nodes.size();
  }

  /** Their numbers, in their order. */
  public List<Integer> numbers() {
    return numbers;
  }

  public ReplicaSet set() {
    return ReplicaSet.of(numbers);
  }

  /** The number of the first one. */
  public int first() {
    return numbers.get(0);
  }

  /** The number of any one. */
  public int any(SplittableRandom random) {
    return numbers.get(random.nextInt(numbers.size()));
  }

  /**
   * The number of the one that comes so many places after {@code number}; the first follows the
   * last.
   */
  public int after(int number, int places) {
    return numbers.get((numbers.indexOf(number) + places) % numbers.size());
  }

  @Override
  public Iterator<SimulatedNode> iterator() {
    return nodes.iterator();
  }

  public Stream<SimulatedNode> stream() {
    return nodes.stream();
  }
}

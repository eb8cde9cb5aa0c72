package io.synod.simulation.fault;

import io.synod.simulation.network.Wire;
import io.synod.simulation.node.Trap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What some replicas say to the leader arrives much later, at best when it runs for the lead or
 * leads again, so that words of one view meet the next one of the same leader.
 */
final class LateWords {
  private final List<Wire> wires = new ArrayList<>();
  private boolean over;

  LateWords(FaultTarget target, SplittableRandom random, int leader) {
    for (int from = 0; from < target.replicas(); from++) {
      if (from != leader && random.nextBoolean()) {
        wires.add(target.peers().wire(from, leader));
      }
    }
    wires.forEach(Wire::hold);
    Trap trap = target.node(leader).trap();
    if (random.nextInt(3) == 0) {
      trap.atPreparing(this::end);
    } else {
      trap.atLeading(this::end);
    }
  }

  void end() {
    if (!over) {
      over = true;
      wires.forEach(Wire::release);
    }
  }
}

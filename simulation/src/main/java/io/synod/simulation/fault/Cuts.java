package io.synod.simulation.fault;

import io.synod.simulation.network.PeerNetwork;
import io.synod.simulation.network.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * The wires that one fault has cut or holds, so that it does not mend or release another fault's.
 */
final class Cuts {
  private final PeerNetwork peers;
  private final List<Wire> cut = new ArrayList<>();
  private final List<Wire> held = new ArrayList<>();

  Cuts(PeerNetwork peers) {
    this.peers = peers;
  }

  /** Drops all messages from one to the other. */
  void cut(int from, int to) {
    Wire wire = peers.wire(from, to);
    if (!cut.contains(wire)) {
      wire.cut();
      cut.add(wire);
    }
  }

  void cutBothWays(int one, int other) {
    cut(one, other);
    cut(other, one);
  }

  void mend(int from, int to) {
    Wire wire = peers.wire(from, to);
    if (cut.remove(wire)) {
      wire.mend();
    }
  }

  void mendBothWays(int one, int other) {
    mend(one, other);
    mend(other, one);
  }

  /** Delays messages from one to the other until they are released. */
  void hold(int from, int to) {
    Wire wire = peers.wire(from, to);
    wire.hold();
    held.add(wire);
  }

  void release() {
    held.forEach(Wire::release);
    held.clear();
  }

  void end() {
    release();
    cut.forEach(Wire::mend);
    cut.clear();
  }
}

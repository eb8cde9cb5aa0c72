package io.synod.simulation.check;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Accept;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.TransferLeadership;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the leaders' messages: only the leader of a view proposes in it, one value per slot,
 * inside the window. A replica leads only ascending views.
 */
final class Proposals {
  private final int window;
  private final ChosenMemberships memberships;
  private final View[] led;
  private final Slots<List<Proposal>> slots = new Slots<>(ArrayList::new);

  private boolean settled;
  private boolean idle;

  // The view in which a replica opens nothing new; null if there is none.
  private final View[] transferring;

  private record Proposal(View view, Batch batch) {}

  /**
   * @param window WND
   */
  Proposals(int places, int window, ChosenMemberships memberships) {
    this.window = window;
    this.memberships = memberships;
    led = new View[places];
    transferring = new View[places];
  }

  void leadersAreSettled() {
    settled = true;
  }

  void nothingIsProposed() {
    idle = true;
  }

  void leads(int replica, View view) {
    if (settled) {
      throw new Violation("replica %d leads %s, long after the last fault", replica, view);
    }
    checkLeader(replica, view, "leads");
    if (led[replica] != null && !view.isAfter(led[replica])) {
      throw new Violation("replica %d leads %s after it led %s", replica, view, led[replica]);
    }
    led[replica] = view;
  }

  /** The latest view that any replica has led. */
  View latest() {
    View latest = View.NONE;
    for (View view : led) {
      latest = view != null && view.isAfter(latest) ? view : latest;
    }
    return latest;
  }

  /** Phase 2a. */
  void sends(int replica, Accept message) {
    checkLeads(replica, message.view(), "proposes");
    memberships.proposes(message);
    int slotsMax = slotsMax(message);
    if (message.slot() >= message.decided() + slotsMax) {
      throw new Violation(
          "replica %d opens slot %d while slots are decided up to %d only: window %d",
          replica, message.slot(), message.decided(), slotsMax);
    }
    if (idle && message.slot() >= slots.end()) {
      throw new Violation("replica %d opens slot %d of itself", replica, message.slot());
    }
    for (Proposal proposal : slots.at(message.slot())) {
      if (proposal.view.equals(message.view())) {
        checkSame(replica, message, proposal.batch);
        return;
      }
    }
    boolean isNew = slots.at(message.slot()).isEmpty() && !message.batch().equals(Batch.NOOP);
    if (isNew && message.view().equals(transferring[replica])) {
      throw new Violation(
          "replica %d opens slot %d while it transfers %s",
          replica, message.slot(), message.view());
    }
    slots.at(message.slot()).add(new Proposal(message.view(), message.batch()));
  }

  /** Between a change of the membership and its first slot the window does not count. */
  private int slotsMax(Accept message) {
    int alpha = memberships.alpha(message.view());
    boolean isNew = message.slot() >= slots.end() || slots.at(message.slot()).isEmpty();
    boolean fills = message.batch().equals(Batch.NOOP) || !isNew;
    return fills && memberships.fenceSlots() > 0
        ? Math.max(window, alpha)
        : Math.min(window, alpha);
  }

  /** Phase 2a, relayed unchanged. */
  void relays(int replica, Accept message) {
    if (!slots.at(message.slot()).contains(new Proposal(message.view(), message.batch()))) {
      throw new Violation(
          "replica %d relays %s in slot %d, view %s, which was not proposed",
          replica, message.batch(), message.slot(), message.view());
    }
  }

  /** The next leader finds nothing to propose again, because this one has left nothing open. */
  void sends(int replica, TransferLeadership message) {
    checkLeads(replica, message.view(), "transfers");
    for (long slot = message.decided(); slot < slots.end(); slot++) {
      for (Proposal proposal : slots.at(slot)) {
        if (proposal.view.equals(message.view())) {
          throw new Violation(
              "replica %d transfers %s with slots decided up to %d, but it proposed in slot %d",
              replica, message.view(), message.decided(), slot);
        }
      }
    }
  }

  /** From now on it may open no slot of its own in this view. */
  void transfers(int replica, View view) {
    transferring[replica] = view;
  }

  void transferFailed(int replica) {
    transferring[replica] = null;
  }

  void sends(int replica, Heartbeat message) {
    checkLeads(replica, message.view(), "beats");
  }

  private static void checkSame(int replica, Accept message, Batch before) {
    if (!before.equals(message.batch())) {
      throw new Violation(
          "replica %d proposes %s in slot %d, view %s, where it proposed %s before",
          replica, message.batch(), message.slot(), message.view(), before);
    }
  }

  private void checkLeads(int replica, View view, String what) {
    checkLeader(replica, view, what);
    if (!view.equals(led[replica])) {
      throw new Violation(
          "replica %d %s in view %s, the last one it led is %s", replica, what, view, led[replica]);
    }
  }

  private static void checkLeader(int replica, View view, String what) {
    if (view.leader() != replica) {
      throw new Violation("replica %d %s in view %s of another leader", replica, what, view);
    }
  }
}

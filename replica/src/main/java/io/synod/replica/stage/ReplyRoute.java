package io.synod.replica.stage;

import io.synod.core.execution.Execution;

/** Where the replies of one session go. */
final class ReplyRoute {
  final long session;
  final ReplyOutlet outlet;

  // Answers from this sequence on wait until the connection takes replies, and all events; 0 if
  // none do.
  long heldFrom;

  // The next event that the connection gets; none if the client has not asked for them.
  long nextEvent = Execution.NO_EVENTS;

  ReplyRoute(long session, ReplyOutlet outlet) {
    this.session = session;
    this.outlet = outlet;
  }
}

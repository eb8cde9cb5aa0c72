package io.synod.network.ingress;

/** The outcome of a client's request or query. */
public enum Admission {
  /** The listener owns it now. */
  ADMITTED,
  /** Too much is waiting; the client comes again after a back-off. */
  BUSY,
  /** Another replica leads, or none. */
  NOT_LEADER
}

package io.synod.network.ingress;

/** What became of what a client has sent. */
public enum Admission {
  /** The listener owns it now. */
  ADMITTED,
  /** Too much is waiting; the client comes again after a back-off. */
  BUSY,
  /** Another replica leads, or none. */
  NOT_LEADER
}

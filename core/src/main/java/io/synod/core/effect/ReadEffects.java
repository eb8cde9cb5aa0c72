package io.synod.core.effect;

/** Effects of reads. */
public interface ReadEffects extends Sending {

  /** All slots that the read must see have been delivered: execute it after them. */
  void serveRead(Object ticket);

  /** The read cannot be served here (no leadership, or too many are waiting). */
  void refuseRead(Object ticket, boolean busy);
}

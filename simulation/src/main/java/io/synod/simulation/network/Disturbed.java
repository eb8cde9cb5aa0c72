package io.synod.simulation.network;

/** A connection with faults; each fault counts its begins and ends. */
public interface Disturbed {
  /** Stops all messages. */
  void cut();

  void mend();

  /** Delays or loses many messages. */
  void beginStorm();

  void endStorm();

  /** Flips bits. */
  void beginNoise();

  void endNoise();
}

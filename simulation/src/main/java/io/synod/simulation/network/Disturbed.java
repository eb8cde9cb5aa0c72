package io.synod.simulation.network;

/** A way that disturbances come and go on; as many must end as have begun. */
public interface Disturbed {
  /** Nothing passes. */
  void cut();

  void mend();

  /** Much is late, or lost. */
  void beginStorm();

  void endStorm();

  /** Bits flip. */
  void beginNoise();

  void endNoise();
}

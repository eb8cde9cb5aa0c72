package io.synod.simulation.stranger;

/** Draws what a stranger sends. */
interface ScriptSource {
  /** For the client port. */
  Script client();

  /**
   * For the peer port.
   *
   * @param receiver the replica
   */
  Script peer(int receiver);
}

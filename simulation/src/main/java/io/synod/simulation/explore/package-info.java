/**
 * Tries every order of events of a small cluster of real replicas, up to a bound. Owned by the
 * caller's thread; imports the checks and the core that it drives.
 */
package io.synod.simulation.explore;

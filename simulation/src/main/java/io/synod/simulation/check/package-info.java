/**
 * The invariants of the whole cluster, checked after every event. Owned by the simulation's only
 * thread; imports only core's vocabulary, so that it shares no mistake with the core's behaviour.
 */
package io.synod.simulation.check;

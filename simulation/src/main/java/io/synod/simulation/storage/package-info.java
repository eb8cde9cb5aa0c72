/**
 * The storage of one simulated replica, which outlives its processes. Owned by the simulation's
 * only thread; imports core's facts, recovery and execution.
 */
package io.synod.simulation.storage;

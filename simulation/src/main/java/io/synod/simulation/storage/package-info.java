/**
 * What of one simulated replica outlives its processes; owned by the simulation's only thread;
 * imports core's facts, recovery and execution.
 */
package io.synod.simulation.storage;

/**
 * Links between replicas that lose, repeat, delay and reorder; owned by the simulation's only
 * thread; imports core's messages and the scheduler.
 */
package io.synod.simulation.network;

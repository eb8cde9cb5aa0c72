/**
 * Links between replicas that lose, repeat, delay and reorder messages. Owned by the simulation's
 * only thread; imports core's messages and the scheduler.
 */
package io.synod.simulation.network;

/**
 * Virtual time, randomness by seed, and the hash of all events. Owned by the simulation's only
 * thread; imports core's message vocabulary and the codec of its frames.
 */
package io.synod.simulation.scheduler;

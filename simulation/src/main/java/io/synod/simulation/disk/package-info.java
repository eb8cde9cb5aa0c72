/**
 * A disk in memory that forgets, tears, lies and fails as real ones do, drawn from the seed; owned
 * by the simulation's only thread; imports core's checks and storage's view of a disk.
 */
package io.synod.simulation.disk;

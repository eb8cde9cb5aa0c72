/**
 * A disk in memory that loses, tears and corrupts data and fails like real ones, at random from the
 * seed. Owned by the simulation's only thread; imports core's checks and storage's view of a disk.
 */
package io.synod.simulation.disk;

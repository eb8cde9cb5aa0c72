/**
 * Draws faults and their times from the seed. Owned by the simulation's only thread; imports the
 * scheduler, the networks and the nodes.
 */
package io.synod.simulation.fault;

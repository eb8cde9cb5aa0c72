/**
 * What goes wrong and when, drawn from the seed; owned by the simulation's only thread; imports the
 * scheduler, the networks and the nodes.
 */
package io.synod.simulation.fault;

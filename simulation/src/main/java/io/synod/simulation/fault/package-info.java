/**
 * What goes wrong and when, drawn from the seed; owned by the simulation's only thread; imports the
 * scheduler.
 */
package io.synod.simulation.fault;

/**
 * One replica with its queues as the runtime wires them; owned by the simulation's only thread;
 * imports core and every simulation package but client and fault.
 */
package io.synod.simulation.node;

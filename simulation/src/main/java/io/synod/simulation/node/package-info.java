/**
 * One replica with its queues as in the runtime. Owned by the simulation's only thread; imports
 * core and every simulation package but client and fault.
 */
package io.synod.simulation.node;

/**
 * What must hold of the whole cluster after every event; owned by the simulation's only thread;
 * imports core's vocabulary only, so that it shares no mistake with the core's behaviour.
 */
package io.synod.simulation.check;

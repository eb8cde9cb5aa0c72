/**
 * Learners with their queues as in the runtime, and their faults. Owned by the simulation's only
 * thread; imports core and every simulation package but fault.
 */
package io.synod.simulation.learner;

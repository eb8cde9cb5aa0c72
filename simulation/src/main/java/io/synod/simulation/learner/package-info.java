/**
 * Learners with their queues as the runtime wires them, and what happens to them; owned by the
 * simulation's only thread; imports core and every simulation package but fault.
 */
package io.synod.simulation.learner;

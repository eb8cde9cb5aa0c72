/**
 * The parts of one replica or learner, wired, and what they take from the machine; started in the
 * order of dependence. Any thread; imports everything but the client.
 */
package io.synod.replica.assembly;

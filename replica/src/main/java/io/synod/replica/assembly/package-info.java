/**
 * The parts of one replica or learner, wired and started in the order of dependence, and the
 * machine that they run on. Any thread; imports everything but the client.
 */
package io.synod.replica.assembly;

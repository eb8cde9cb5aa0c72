/**
 * Processes whose threads, event loops and sockets are the simulation's: what ships runs on them as
 * it is. Everything happens on the simulation's only thread; imports the scheduler, the replica's
 * executors and Netty.
 */
package io.synod.simulation.host;

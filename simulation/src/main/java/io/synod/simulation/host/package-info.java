/**
 * Simulated processes with threads, event loops and sockets, on which the production code runs
 * unchanged. Everything happens on the simulation's only thread; imports the scheduler, the
 * replica's executors and Netty.
 */
package io.synod.simulation.host;

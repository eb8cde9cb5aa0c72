/**
 * What a replica measures of itself: CPU time by activity, instances, window, queue, latencies and
 * events, and how it tells them: rows of a CSV file, JMX, Prometheus. Counters are written by the
 * thread that does the work and read by any. Imports Netty's thread locals, network's frame types
 * and the configuration.
 */
package io.synod.replica.instrumentation;

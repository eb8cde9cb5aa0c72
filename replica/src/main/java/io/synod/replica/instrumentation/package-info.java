/**
 * The measurements of a replica: CPU time by activity, instances, window, queue, latencies and
 * events. It writes them as rows of a CSV file, as JMX beans and for Prometheus. Counters are
 * written by the thread that does the work and read by any. Imports Netty's thread locals,
 * network's frame types and repeated tasks, and the configuration.
 */
package io.synod.replica.instrumentation;

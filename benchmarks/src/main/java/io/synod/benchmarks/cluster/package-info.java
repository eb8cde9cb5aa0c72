/**
 * Measures clusters of processes beside yardsticks, in one run, and reports the results. On the
 * calling thread; imports load, process and the replica's configuration.
 */
package io.synod.benchmarks.cluster;

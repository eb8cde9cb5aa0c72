/**
 * Measures clusters of processes beside yardsticks, in one run, and reports it. The calling
 * thread's; imports load, process and the replica's configuration.
 */
package io.synod.benchmarks.cluster;

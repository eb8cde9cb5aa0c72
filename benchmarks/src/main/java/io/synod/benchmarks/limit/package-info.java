/**
 * Limits processes to a small share of a processor. So processes that would each need a machine can
 * share one, and the busiest is still the bottleneck. It uses control groups if Linux lets this
 * process create them, otherwise it stops and continues the processes. The pauser has a thread of
 * its own; everything else runs on the caller's. Independent of the kind of processes.
 */
package io.synod.benchmarks.limit;

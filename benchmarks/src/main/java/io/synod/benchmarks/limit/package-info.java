/**
 * Gives processes a small share of a processor, so that what would each have a machine of its own
 * can share one and the busiest of them is still the bottleneck: by control groups where Linux lets
 * this process make them, else by stopping and continuing. The pauser has a thread of its own;
 * everything else runs on the caller's. Knows nothing of what the processes are.
 */
package io.synod.benchmarks.limit;

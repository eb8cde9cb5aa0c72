/**
 * Measures the cost model's inputs on a running cluster: round trips, bandwidth, and the CPU time
 * of its leader's threads under several loads. On the caller's thread, which waits; imports the
 * load, the status of replicas and the form of measurements.
 */
package io.synod.benchmarks.calibration;

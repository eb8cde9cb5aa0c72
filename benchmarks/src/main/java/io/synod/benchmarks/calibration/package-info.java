/**
 * Measures what the cost model needs of a cluster that runs: round trips, bandwidth, and what its
 * leader's threads spend under several loads. On the caller's thread, which waits; imports the
 * load, the status of replicas and the form of measurements.
 */
package io.synod.benchmarks.calibration;

/**
 * Measures the autopilot against fixed limits that are tried on a running cluster of one's own. On
 * the caller's thread, which waits; imports the load, processes of replicas and their calibration.
 */
package io.synod.benchmarks.sweep;

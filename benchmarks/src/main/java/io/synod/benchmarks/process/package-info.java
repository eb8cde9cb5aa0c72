/**
 * The processes of a benchmark: servers, loads and their output for the parent. Imports the
 * launcher of processes, load, yardsticks, the links between replicas, and the replica module.
 */
package io.synod.benchmarks.process;

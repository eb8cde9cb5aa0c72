/**
 * The processes that a benchmark is made of: servers, loads and what they tell their parent.
 * Imports the launcher of processes, load, yardsticks, the links between replicas, replica and its
 * configuration.
 */
package io.synod.benchmarks.process;

/**
 * The processes that a benchmark is made of, and the handles by which they are started, watched and
 * ended. A child tells its progress in lines on its standard output, writes its log to standard
 * error, and ends when its standard input ends, so that no parent leaves one behind. Imports load,
 * yardsticks, the links between replicas, replica and its configuration.
 */
package io.synod.benchmarks.process;

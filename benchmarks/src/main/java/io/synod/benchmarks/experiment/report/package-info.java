/**
 * The parts of a report: tables, the papers' numbers beside them, the fitted models, pictures; and
 * the conditions and the lock of a folder of results. Any thread; writes only pictures, conditions
 * and locks. Imports the cost model, and the benchmarks' limits of processes.
 */
package io.synod.benchmarks.experiment.report;

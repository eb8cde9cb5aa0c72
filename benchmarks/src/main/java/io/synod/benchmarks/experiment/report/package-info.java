/**
 * The parts of a report: tables, the papers' numbers beside them, the fitted models, pictures. Any
 * thread; writes only pictures. Imports the cost model, and the benchmarks' limits of processes.
 */
package io.synod.benchmarks.experiment.report;

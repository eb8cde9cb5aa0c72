/**
 * What a report says of results: tables, the numbers of papers beside them, the fitted models,
 * pictures. Any thread; writes pictures alone. Imports the cost model, and of the benchmarks what
 * limits a process.
 */
package io.synod.benchmarks.experiment.report;

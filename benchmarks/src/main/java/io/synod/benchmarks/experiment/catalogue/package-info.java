/**
 * The closed list of the papers' experiments. Each has its points, with the cluster and the load of
 * each, and the parts of its report. Nothing here runs or measures. Any thread; imports the
 * descriptions of loads, links and a replica's configuration, and the parts of reports.
 */
package io.synod.benchmarks.experiment.catalogue;

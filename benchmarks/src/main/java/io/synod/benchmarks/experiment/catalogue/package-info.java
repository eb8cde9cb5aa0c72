/**
 * The closed list of what can be redone of the papers: for each experiment its points, each with
 * the cluster and the load that it is measured with, and what its report shows. Nothing here runs
 * or measures. Any thread; imports what describes a load, a link and a replica's configuration, and
 * the parts of reports.
 */
package io.synod.benchmarks.experiment.catalogue;

/**
 * The closed list of what can be redone of the papers: for each experiment its points, each with
 * the cluster and the load that it is measured with. Nothing here runs or measures. Any thread;
 * imports what describes a load, a link and a replica's configuration.
 */
package io.synod.benchmarks.experiment.catalogue;

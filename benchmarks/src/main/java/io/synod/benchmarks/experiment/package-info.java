/**
 * Repeats the papers' experiments. Each point of the catalogue is measured with a cluster of its
 * own, or with that of the point before it, and kept in a folder, so that an interrupted experiment
 * can continue. The report is written from the folder. One thread; imports the catalogue and the
 * cluster benchmark's parts.
 */
package io.synod.benchmarks.experiment;

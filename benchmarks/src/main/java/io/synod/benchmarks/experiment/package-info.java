/**
 * The papers' experiments, redone: each point of the catalogue measured with a cluster of its own,
 * or with that of the point before it; what was measured kept in a folder, so that an interrupted
 * experiment goes on where it stopped; and the model fitted to it beside it. One thread; imports
 * the cluster benchmark's parts and {@code tuning}.
 */
package io.synod.benchmarks.experiment;

/**
 * Measures Synod, its peers and the unreplicated echo in one run, and reports the results. On the
 * calling thread. Imports the packages below, the benchmarks' load, process and cluster.
 */
package io.synod.benchmarks.peers;

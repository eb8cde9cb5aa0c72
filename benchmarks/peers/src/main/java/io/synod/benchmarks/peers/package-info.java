/**
 * Synod, its peers and the unreplicated echo, measured side by side in one run and reported. The
 * calling thread's. Imports the packages below, the benchmarks' load, process and cluster.
 */
package io.synod.benchmarks.peers;

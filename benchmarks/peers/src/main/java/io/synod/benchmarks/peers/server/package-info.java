/**
 * Replicas of a peer as child processes, started, watched and ended as those of Synod are. The
 * calling thread's. Imports load and process of the benchmarks.
 */
package io.synod.benchmarks.peers.server;

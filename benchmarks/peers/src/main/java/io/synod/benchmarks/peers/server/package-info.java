/**
 * Replicas of a peer as child processes, which are started, watched and ended like those of Synod.
 * On the calling thread. Imports load and process of the benchmarks.
 */
package io.synod.benchmarks.peers.server;

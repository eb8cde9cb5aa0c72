/**
 * SOFAJRaft: its replicas and its client, with the settings of docs/performance.md. Services and
 * clients are called on the library's own threads. Imports load and server of the peers, process of
 * the benchmarks.
 */
package io.synod.benchmarks.peers.jraft;

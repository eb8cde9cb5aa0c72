/**
 * The closed loop of {@code benchmarks.load}, driving a peer through the client that the peer
 * brings: the same course of a measurement, the same definition of a request and its latency.
 * Answers may come on any thread. Imports load and process of the benchmarks.
 */
package io.synod.benchmarks.peers.load;

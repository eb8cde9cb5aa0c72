/**
 * The closed loop of {@code benchmarks.load} for a peer, through the peer's own client. The course
 * of a measurement and the definitions of request and latency are the same. Answers may arrive on
 * any thread. Imports load and process of the benchmarks.
 */
package io.synod.benchmarks.peers.load;

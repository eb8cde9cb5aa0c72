/**
 * Aeron Cluster: its replicas and its client, with the settings of docs/performance.md. Each class
 * says whose thread it runs on. Imports load and server of the peers, process of the benchmarks.
 */
package io.synod.benchmarks.peers.aeron;

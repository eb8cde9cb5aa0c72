/**
 * Clusters of key-value processes, and the executed state of each replica; any thread; may import
 * the process cluster.
 */
package io.synod.examples.kv.cluster;

/**
 * Clusters of key-value processes, and what each replica by itself has executed; any thread; may
 * import the process cluster.
 */
package io.synod.examples.kv.cluster;

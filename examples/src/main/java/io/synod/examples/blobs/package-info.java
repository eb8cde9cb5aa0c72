/**
 * A service whose state does not fit into the heap, and the process that runs one replica of it.
 * Its blocks belong to the service thread; another thread reads a captured view. The service
 * imports only Synod's service API, the process the replica and its configuration.
 */
package io.synod.examples.blobs;

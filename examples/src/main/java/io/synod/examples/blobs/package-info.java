/**
 * A service whose state does not fit into the heap. Its blocks belong to the service thread, but a
 * captured view is read by another; imports nothing but Synod's service API.
 */
package io.synod.examples.blobs;

/**
 * When a snapshot is taken, and fetching one from a peer. Protocol thread; imports effect, event,
 * message, cluster, check and time.
 */
package io.synod.core.snapshot;

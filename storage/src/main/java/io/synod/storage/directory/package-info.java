/**
 * The directory of one replica: its identity, and the lock that lets one process at a time use it.
 * The thread that starts and stops the replica; imports core's checks.
 */
package io.synod.storage.directory;

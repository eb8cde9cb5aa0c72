/**
 * The directory of one replica: whose it is, and that one process at a time uses it. The thread
 * that starts and stops the replica; imports core's checks.
 */
package io.synod.storage.directory;

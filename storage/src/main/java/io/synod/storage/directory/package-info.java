/**
 * The directory of one replica: its identity, and the lock that lets one process at a time use it;
 * and directories of temporary files, with such a lock. The thread that starts and stops the
 * replica, for temporary ones any thread; imports core's checks.
 */
package io.synod.storage.directory;

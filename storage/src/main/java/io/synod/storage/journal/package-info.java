/**
 * The write-ahead log: what a replica must not forget, in segments of checksummed records. Owned by
 * whoever calls it, one thread at a time: the journal thread in production, the scheduler in the
 * simulation. Imports disk, and core's effect, cluster, command, message and check.
 */
package io.synod.storage.journal;

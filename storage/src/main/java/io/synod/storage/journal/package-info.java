/**
 * The write-ahead log: a replica's durable state, in segments of checksummed records. Used by one
 * thread at a time: the journal thread in production, the scheduler in the simulation. Imports
 * disk, and core's effect, cluster, command, message and check.
 */
package io.synod.storage.journal;

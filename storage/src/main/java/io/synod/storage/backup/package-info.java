/**
 * A backup of a cluster as a directory: a snapshot, the slots that were followed behind it, and the
 * file that describes the snapshot. One thread at a time; stands on directory, journal and
 * snapshot.
 */
package io.synod.storage.backup;

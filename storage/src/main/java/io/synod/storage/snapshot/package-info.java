/**
 * Snapshots of a replica as files, written, verified, published and handed to peers piece by piece.
 * Any thread; each writer, receiver and stream one thread at a time. Imports the disk, directories
 * and core's checks.
 */
package io.synod.storage.snapshot;

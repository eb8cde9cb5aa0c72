package io.synod.storage.snapshot;

/**
 * A published snapshot.
 *
 * @param end it holds the effect of every slot before this one
 * @param bytes length of its file
 * @param createdMillis when it was begun, by the clock of the replica that made it, since 1970; 0
 *     if its header is damaged, which {@link SnapshotStore#read} will say
 */
public record SnapshotInfo(long end, long bytes, long createdMillis) {}

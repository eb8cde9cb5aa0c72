package io.synod.storage.directory;

import io.synod.core.cluster.Origin;
import java.nio.file.Path;
import java.util.List;

/**
 * The findings in the directory of a stopped replica.
 *
 * @param nonce of the replica's durable state
 * @param origin the backup that the directory was restored from
 * @param notes what its next start will repair, in sentences for the user
 */
public record DirectoryInspection(
    DirectoryIdentity identity,
    long nonce,
    Origin origin,
    Path journal,
    Path snapshots,
    List<String> notes) {}

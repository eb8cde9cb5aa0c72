package io.synod.storage.directory;

import java.nio.file.Path;
import java.util.List;

/**
 * The findings in the directory of a stopped replica.
 *
 * @param nonce of the replica's durable state
 * @param notes what its next start will repair, in sentences for the user
 */
public record DirectoryInspection(
    DirectoryIdentity identity, long nonce, Path journal, Path snapshots, List<String> notes) {}

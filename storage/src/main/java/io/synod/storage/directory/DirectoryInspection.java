package io.synod.storage.directory;

import java.nio.file.Path;
import java.util.List;

/**
 * What a look at the directory of a stopped replica has found.
 *
 * @param nonce of the replica's memory
 * @param notes what its next start will mend, in sentences for the user
 */
public record DirectoryInspection(
    DirectoryIdentity identity, long nonce, Path journal, Path snapshots, List<String> notes) {}

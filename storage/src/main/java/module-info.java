/** Journal, snapshots and directory, for Synod's own modules. */
@SuppressWarnings("module")
module io.synod.storage {
  requires transitive io.synod.core;
  requires jdk.unsupported;

  // For Synod's own modules.
  exports io.synod.storage to
      io.synod.replica;
  exports io.synod.storage.backup to
      io.synod.log,
      io.synod.replica;
  exports io.synod.storage.directory to
      io.synod.replica;
  exports io.synod.storage.disk to
      io.synod.log,
      io.synod.replica;
  exports io.synod.storage.journal to
      io.synod.replica;
  exports io.synod.storage.snapshot to
      io.synod.log,
      io.synod.replica;
}

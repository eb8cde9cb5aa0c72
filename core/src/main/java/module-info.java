/**
 * The protocol. Public is what an embedder sets and asks for; the rest is for Synod's own modules.
 */
@SuppressWarnings("module")
module io.synod.core {
  requires transitive io.synod.service;

  exports io.synod.core.cluster;
  exports io.synod.core.settings;

  // For Synod's own modules.
  exports io.synod.core.batcher to
      io.synod.network,
      io.synod.replica;
  exports io.synod.core.check to
      io.synod.client,
      io.synod.network,
      io.synod.replica,
      io.synod.storage,
      io.synod.wire;
  exports io.synod.core.command to
      io.synod.client,
      io.synod.log,
      io.synod.network,
      io.synod.replica,
      io.synod.storage,
      io.synod.tuning,
      io.synod.wire;
  exports io.synod.core.effect to
      io.synod.network,
      io.synod.replica,
      io.synod.storage;
  exports io.synod.core.event to
      io.synod.log,
      io.synod.network,
      io.synod.replica;
  exports io.synod.core.execution to
      io.synod.client,
      io.synod.log,
      io.synod.network,
      io.synod.replica,
      io.synod.storage,
      io.synod.wire;
  exports io.synod.core.format to
      io.synod.network,
      io.synod.replica,
      io.synod.storage,
      io.synod.wire;
  exports io.synod.core.learner to
      io.synod.replica;
  exports io.synod.core.membership to
      io.synod.client,
      io.synod.network,
      io.synod.replica,
      io.synod.wire;
  exports io.synod.core.message to
      io.synod.log,
      io.synod.network,
      io.synod.replica,
      io.synod.storage,
      io.synod.wire;
  exports io.synod.core.read to
      io.synod.replica;
  exports io.synod.core.recovery to
      io.synod.replica,
      io.synod.storage;
  exports io.synod.core.replica to
      io.synod.replica;
  exports io.synod.core.session to
      io.synod.client,
      io.synod.network,
      io.synod.replica;
  exports io.synod.core.snapshot to
      io.synod.log,
      io.synod.replica;
  exports io.synod.core.subscription to
      io.synod.log,
      io.synod.network,
      io.synod.replica;
  exports io.synod.core.time to
      io.synod.replica,
      io.synod.tuning;
  exports io.synod.core.version to
      io.synod.client,
      io.synod.network,
      io.synod.replica,
      io.synod.wire;
}

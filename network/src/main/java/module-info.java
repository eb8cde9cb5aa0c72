/** The ports of a replica and the subscriber to one, for Synod's own modules. */
@SuppressWarnings("module")
module io.synod.network {
  requires transitive io.synod.wire;

  // For Synod's own modules.
  exports io.synod.network.ingress to
      io.synod.replica;
  exports io.synod.network.peer to
      io.synod.replica;
  exports io.synod.network.subscriber to
      io.synod.log,
      io.synod.replica;
}

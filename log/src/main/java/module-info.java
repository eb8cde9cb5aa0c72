/** What a cluster decides, as an ordered stream. */
module io.synod.log {
  requires io.synod.client;
  requires io.synod.network;
  requires io.synod.storage;

  exports io.synod.log;
}

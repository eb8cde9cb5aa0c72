/** What an embedder implements. */
module io.synod.service {
  exports io.synod.service;
}

/** What an embedder needs of Synod to run a replica and a client. */
module com.example.embedder {
  requires io.synod.client;
  requires io.synod.replica;
}

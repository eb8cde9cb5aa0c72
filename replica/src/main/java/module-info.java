/** A replica or a learner of an embedder: its start, its settings and its status. */
module io.synod.replica {
  requires transitive io.synod.core;
  requires io.synod.network;
  requires io.synod.storage;
  requires io.synod.tuning;
  requires java.management;
  requires jdk.management;

  exports io.synod.replica;
  exports io.synod.replica.config;

  // JMX reads the bean that it is given.
  exports io.synod.replica.instrumentation to
      java.management;
}

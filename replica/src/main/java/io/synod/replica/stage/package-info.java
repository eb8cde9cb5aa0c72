/**
 * The stages of one replica: batcher, protocol, service, journal, snapshot, transfer, and follow
 * for learners. Each is confined to its executor; imports core, storage, network, tuning, the
 * executors and the instrumentation.
 */
package io.synod.replica.stage;

/**
 * The stages that a request passes inside one replica: batcher, protocol, service. Each is confined
 * to its executor; imports core, storage, network and the executors.
 */
package io.synod.replica.stage;

/**
 * The stations of a request inside one replica: batcher, protocol, service. Each is confined to its
 * lane; imports core, storage, network and the lanes.
 */
package io.synod.replica.stage;

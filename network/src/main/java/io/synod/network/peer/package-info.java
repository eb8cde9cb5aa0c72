/**
 * Connections between replicas: dialling, handshake, messages. Owned by one event loop, on which
 * the protocol sends too; imports core, wire and transport.
 */
package io.synod.network.peer;

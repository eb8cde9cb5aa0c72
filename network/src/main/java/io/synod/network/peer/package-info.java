/**
 * Connections between replicas: dialling, handshake, messages. Owned by one event loop, except that
 * one sender thread hands messages over; imports core, wire and transport.
 */
package io.synod.network.peer;

/**
 * The clients' port: admits requests and queries in order, carries replies. Each connection is
 * owned by one event loop; imports core, wire and transport.
 */
package io.synod.network.ingress;

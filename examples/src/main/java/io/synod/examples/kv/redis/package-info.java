/**
 * The Redis protocol in front of the key-value service: connections, the order of their answers,
 * errors; each connection belongs to its Netty event loop; imports the commands and Netty, and
 * knows the cluster only through {@code Backend}.
 */
package io.synod.examples.kv.redis;

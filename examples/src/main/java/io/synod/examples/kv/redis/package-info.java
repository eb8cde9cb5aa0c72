/**
 * The Redis protocol in front of the key-value service: connections, the order of their answers,
 * errors. Each connection belongs to its Netty event loop, and all share a budget of bytes. Imports
 * the commands and Netty, and uses the cluster only through {@code Backend}.
 */
package io.synod.examples.kv.redis;

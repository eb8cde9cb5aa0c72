/**
 * Which of Netty's transports carries the sockets, and their common options. Stateless, for any
 * thread; imports Netty only.
 */
package io.synod.network.transport;

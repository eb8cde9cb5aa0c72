/**
 * The bytes of {@code docs/protocol.md}: frames and their bodies. Confined to the thread that
 * calls; imports core's vocabulary and Netty's buffers, no other package of this module.
 */
package io.synod.network.wire;

/**
 * Clients that use keys of the key-value service as registers, and the history of their calls,
 * checked register by register. Each client owns its thread; may import the client and the
 * linearizability checker.
 */
package io.synod.chaos.register;

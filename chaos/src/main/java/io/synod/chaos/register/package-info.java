/**
 * Clients that use keys of the key-value service as registers, and the history of what they asked
 * and were answered, checked register by register; each client owns its thread; may import the
 * client and the linearizability checker.
 */
package io.synod.chaos.register;

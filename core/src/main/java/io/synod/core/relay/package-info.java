/** How Phase 2a reaches the acceptors. Protocol thread; imports effect and message. */
package io.synod.core.relay;

/**
 * How Phase 1 and Phase 2 travel between leader and acceptors: directly, or by way of a relay in
 * each group, as PigPaxos does. Protocol thread; imports effect, message, time and below.
 */
package io.synod.core.relay;
